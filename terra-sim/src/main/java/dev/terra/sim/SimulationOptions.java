package dev.terra.sim;

import java.util.List;

/**
 * How a trace is replayed.
 *
 * @param compute how long stages compute
 * @param events what happens to links
 * @param coalesceSeconds how long the controller gathers events before a round, at least 0
 * @param controllerSeconds how long a new schedule takes to reach the agents, at least 0
 * @param pathLatency whether the last byte of a bundle arrives only after the latency of its longest path
 * @param earlyStart whether a shuffle starts when its own producer is done, rather than when all producers of its coflow are
 */
public record SimulationOptions(
    ComputeModel compute,
    List<WanEvent> events,
    double coalesceSeconds,
    double controllerSeconds,
    boolean pathLatency,
    boolean earlyStart) {
  /** Checks the ranges. */
  public SimulationOptions {
    events = List.copyOf(events);
    if (!(coalesceSeconds >= 0) || !(controllerSeconds >= 0)) {
      throw new IllegalArgumentException("delays are at least 0 s, got " + coalesceSeconds + " and " + controllerSeconds);
    }
  }

  /** Nothing but the transfers: no computation, no events, an immediate controller. */
  public static SimulationOptions plain() {
    return new SimulationOptions(
        ComputeModel.off(ComputeModel.PAPER_HOSTS_PER_SITE), List.of(), 0, 0, false, false);
  }
}
