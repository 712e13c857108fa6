package dev.terra.lab.jobfaults;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The time until the loads of agents are together again: from then on, none of them differs from their mean by more
 * than {@link #WITHIN}, for half a second or longer, as loads that merely cross are not together. It is used for one
 * change, from one thread.
 */
final class LoadsTogether {
  /** The largest difference from the mean, as a part of the mean. */
  static final double WITHIN = 0.2;
  private static final double STAY_SECONDS = 0.5;

  private Double sinceSeconds;
  private Double togetherSeconds;
  private double comparedSeconds;
  private Double pauseSeconds;
  private boolean interrupted;

  /**
   * Adds an observation.
   *
   * @param seconds since the change
   * @param spread of the loads, as a part of their mean; empty if they cannot be compared
   */
  void look(double seconds, OptionalDouble spread) {
    if (seconds < AgentLoads.WINDOW_SECONDS || togetherSeconds != null) {
      return; // rates still include time before the change, or the result is known
    }
    if (spread.isEmpty()) {
      sinceSeconds = null;
      pauseSeconds = pauseSeconds == null ? seconds : pauseSeconds;
      return;
    }
    interrupted |= pauseSeconds != null && seconds - pauseSeconds > STAY_SECONDS;
    pauseSeconds = null;
    comparedSeconds = interrupted ? comparedSeconds : seconds;
    if (spread.getAsDouble() > WITHIN) {
      sinceSeconds = null;
    } else if (sinceSeconds == null) {
      sinceSeconds = seconds;
    } else if (seconds - sinceSeconds >= STAY_SECONDS) {
      togetherSeconds = sinceSeconds;
    }
  }

  /** Returns the seconds from the change until the loads were together; empty if that was not observed. */
  Optional<Double> seconds() {
    return Optional.ofNullable(togetherSeconds);
  }

  /**
   * Returns the seconds after the change until which loads could be compared, without a pause of more than half a
   * second since rates cover only time after the change; 0 if they could not be compared even then.
   */
  double comparedSeconds() {
    return comparedSeconds;
  }
}
