package dev.terra.sim;

/**
 * What a controller takes until its agents have a new schedule.
 *
 * @param gatherSeconds how long it gathers events before a round, at least 0
 * @param tellSeconds how long the schedule then takes to reach the agents, at least 0
 */
public record ControllerDelay(double gatherSeconds, double tellSeconds) {
  /** Agents have it at once. */
  public static final ControllerDelay NONE = new ControllerDelay(0, 0);

  /** Checks the ranges. */
  public ControllerDelay {
    if (!(gatherSeconds >= 0) || !(tellSeconds >= 0)) {
      throw new IllegalArgumentException("delays are at least 0 s, got " + gatherSeconds + " and " + tellSeconds);
    }
  }

  /** From an event to the rates that follow from it. */
  public double seconds() {
    return gatherSeconds + tellSeconds;
  }
}
