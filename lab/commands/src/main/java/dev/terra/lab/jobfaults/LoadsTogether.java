package dev.terra.lab.jobfaults;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * After how long the loads of agents are together again: from when on none of them is farther from their mean than {@link #WITHIN}, for
 * half a second at least, as loads that cross are not together. For one change, from one thread.
 */
final class LoadsTogether {
  /** Of the mean. */
  static final double WITHIN = 0.2;
  private static final double STAY_SECONDS = 0.5;

  private Double sinceSeconds;
  private Double togetherSeconds;
  private double comparedSeconds;
  private Double pauseSeconds;
  private boolean interrupted;

  /**
   * Another look.
   *
   * @param seconds since the change
   * @param spread of the loads, as a part of their mean; empty if they cannot be compared
   */
  void look(double seconds, OptionalDouble spread) {
    if (seconds < AgentLoads.WINDOW_SECONDS || togetherSeconds != null) {
      return; // rates still are of before, or it is known
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

  /** From the change until they were together; empty where that was not seen. */
  Optional<Double> seconds() {
    return Optional.ofNullable(togetherSeconds);
  }

  /**
   * Until how long after the change loads could be compared, without a pause of more than half a second since rates were those of after
   * it; 0 if not even then.
   */
  double comparedSeconds() {
    return comparedSeconds;
  }
}
