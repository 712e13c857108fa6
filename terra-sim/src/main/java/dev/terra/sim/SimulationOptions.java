package dev.terra.sim;

import java.util.List;

/**
 * How a trace is replayed.
 *
 * @param compute how long stages compute
 * @param events what happens to links
 * @param delay what a controller takes, for policies that have one
 * @param pathLatency whether the last byte of a bundle arrives only after the latency of its longest path
 * @param earlyStart whether a shuffle starts when its own producer is done, rather than when all producers of its coflow are
 */
public record SimulationOptions(
    ComputeModel compute,
    List<WanEvent> events,
    ControllerDelay delay,
    boolean pathLatency,
    boolean earlyStart) {
  /** Copies the events. */
  public SimulationOptions {
    events = List.copyOf(events);
  }

  /** Nothing but the transfers: no computation, no events, an immediate controller. */
  public static SimulationOptions plain() {
    return new SimulationOptions(
        ComputeModel.off(ComputeModel.PAPER_HOSTS_PER_SITE), List.of(), ControllerDelay.NONE, false, false);
  }
}
