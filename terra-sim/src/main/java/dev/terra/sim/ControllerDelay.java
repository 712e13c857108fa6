package dev.terra.sim;

/**
 * What a controller takes until its agents have a new schedule.
 *
 * @param gatherSeconds how long it gathers events before a round, at least 0
 * @param tellSeconds how long reports of events take to the controller, and the schedule to the first agent, at least 0
 * @param spreadSeconds how much later than the first agent the last one has it, at least 0: what a schedule newly gives flows from then
 *     on, since until then others may still use it
 */
public record ControllerDelay(double gatherSeconds, double tellSeconds, double spreadSeconds) {
  /** Agents have it at once. */
  public static final ControllerDelay NONE = new ControllerDelay(0, 0, 0);

  /** Checks the ranges. */
  public ControllerDelay {
    if (!(gatherSeconds >= 0) || !(tellSeconds >= 0) || !(spreadSeconds >= 0)) {
      throw new IllegalArgumentException(
          "delays are at least 0 s, got " + gatherSeconds + ", " + tellSeconds + " and " + spreadSeconds);
    }
  }

  /** All agents have a schedule at the same time. */
  public ControllerDelay(double gatherSeconds, double tellSeconds) {
    this(gatherSeconds, tellSeconds, 0);
  }

  /** From an event to the rates that follow from it. */
  public double seconds() {
    return gatherSeconds + tellSeconds;
  }
}
