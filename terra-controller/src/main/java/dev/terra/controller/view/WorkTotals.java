package dev.terra.controller.view;

import com.google.common.collect.ImmutableMap;

/**
 * Sums since the controller started.
 *
 * @param outstandingSeconds for how long any shuffle had placed bytes left to send
 * @param endedShuffles how many shuffles are over, including those that failed
 * @param failedShuffles how many submitted shuffles are over though not all of them has arrived
 * @param agents the processor time of agents since they started, in microseconds, at least 1; also of agents that have ended, of
 *     which the oldest are dropped
 */
public record WorkTotals(double outstandingSeconds, long endedShuffles, long failedShuffles, ImmutableMap<AgentSession, Long> agents) {
  /** The sums before anything has happened. */
  public static final WorkTotals NONE = new WorkTotals(0, 0, 0);

  /** Creates sums of shuffles only. */
  public WorkTotals(double outstandingSeconds, long endedShuffles, long failedShuffles) {
    this(outstandingSeconds, endedShuffles, failedShuffles, ImmutableMap.of());
  }

  /** Returns these sums with the processor time of agents. */
  public WorkTotals with(ImmutableMap<AgentSession, Long> work) {
    return new WorkTotals(outstandingSeconds, endedShuffles, failedShuffles, work);
  }
}
