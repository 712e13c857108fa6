package dev.terra.sim;

/**
 * The time that a controller takes until its agents have a new schedule.
 *
 * @param gatherSeconds how long it gathers events before a round, at least 0
 * @param tellSeconds how long reports of events take to the controller, together with the way of the schedule to the first agent, at least
 *     0
 * @param spreadSeconds how much later than the first agent the last one has the schedule, at least 0. What a schedule newly gives flows
 *     from then on, since until then others may still use it
 */
public record ControllerDelay(double gatherSeconds, double tellSeconds, double spreadSeconds) {
  /** The delay of a controller whose agents have a schedule at once. */
  public static final ControllerDelay NONE = new ControllerDelay(0, 0, 0);

  /** Checks the ranges. */
  public ControllerDelay {
    if (!(gatherSeconds >= 0) || !(tellSeconds >= 0) || !(spreadSeconds >= 0)) {
      throw new IllegalArgumentException(
          "delays are at least 0 s, got " + gatherSeconds + ", " + tellSeconds + " and " + spreadSeconds);
    }
  }

  /** Makes a delay after which all agents have a schedule at the same time. */
  public ControllerDelay(double gatherSeconds, double tellSeconds) {
    this(gatherSeconds, tellSeconds, 0);
  }

  /** Returns the time from an event to the rates that follow from it, seconds. */
  public double seconds() {
    return gatherSeconds + tellSeconds;
  }
}
