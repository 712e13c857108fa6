package dev.terra.controller.view;

import com.google.common.collect.ImmutableMap;

/**
 * Sums over the controller's time.
 *
 * @param outstandingSeconds for how long any shuffle had placed bytes left to send
 * @param endedShuffles how many shuffles are over, those that failed among them
 * @param failedShuffles how many submitted ones are over though not all of them has arrived
 * @param agents the processor time of agents by session, which is another one after every start; those that are gone too, the oldest give
 *     way
 */
public record WorkTotals(double outstandingSeconds, long endedShuffles, long failedShuffles, ImmutableMap<Long, AgentWork> agents) {
  /** Nothing has happened yet. */
  public static final WorkTotals NONE = new WorkTotals(0, 0, 0);

  /** Sums of shuffles alone. */
  public WorkTotals(double outstandingSeconds, long endedShuffles, long failedShuffles) {
    this(outstandingSeconds, endedShuffles, failedShuffles, ImmutableMap.of());
  }

  /** With the processor time of agents. */
  public WorkTotals with(ImmutableMap<Long, AgentWork> work) {
    return new WorkTotals(outstandingSeconds, endedShuffles, failedShuffles, work);
  }
}
