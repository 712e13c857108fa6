package dev.terra.sim;

import java.util.List;

/**
 * How a trace is replayed.
 *
 * @param compute how long stages compute
 * @param events what happens to links
 * @param delay the delay of the controller, for policies that have one
 * @param roundTrips whether latencies count
 * @param earlyStart whether a shuffle starts when its own producer is done, rather than when all producers of its coflow are
 */
public record SimulationOptions(
    ComputeModel compute,
    List<WanEvent> events,
    ControllerDelay delay,
    RoundTrips roundTrips,
    boolean earlyStart) {
  /** Copies the events. */
  public SimulationOptions {
    events = List.copyOf(events);
  }

  /** Returns options for the transfers alone: no computation, no events, and a controller without delay. */
  public static SimulationOptions plain() {
    return new SimulationOptions(
        ComputeModel.off(ComputeModel.PAPER_HOSTS_PER_SITE), List.of(), ControllerDelay.NONE, RoundTrips.NONE, false);
  }
}
