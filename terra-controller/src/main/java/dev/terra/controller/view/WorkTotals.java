package dev.terra.controller.view;

import com.google.common.collect.ImmutableMap;

/**
 * Sums over the controller's time.
 *
 * @param outstandingSeconds for how long any shuffle had placed bytes left to send
 * @param endedShuffles how many shuffles are over, those that failed among them
 * @param failedShuffles how many submitted ones are over though not all of them has arrived
 * @param agents the processor time of agents since they started, us, at least 1; also of those that are gone, of which the oldest give way
 */
public record WorkTotals(double outstandingSeconds, long endedShuffles, long failedShuffles, ImmutableMap<AgentSession, Long> agents) {
  /** Nothing has happened yet. */
  public static final WorkTotals NONE = new WorkTotals(0, 0, 0);

  /** Sums of shuffles alone. */
  public WorkTotals(double outstandingSeconds, long endedShuffles, long failedShuffles) {
    this(outstandingSeconds, endedShuffles, failedShuffles, ImmutableMap.of());
  }

  /** With the processor time of agents. */
  public WorkTotals with(ImmutableMap<AgentSession, Long> work) {
    return new WorkTotals(outstandingSeconds, endedShuffles, failedShuffles, work);
  }
}
