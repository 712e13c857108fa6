package dev.terra.controller.view;

import java.util.Collection;

/**
 * The bytes that wait to be sent by the agent of a slice.
 *
 * @param queueBytes the bytes that wait
 * @param bytesPerSecond the rate at which the agent has recently sent while anything waited; 0 if it is not known
 */
public record SliceLoad(long queueBytes, double bytesPerSecond) {
  /** An agent is hot only if its work takes more than this many times as long as the mean of its site's agents. */
  private static final double HOT = 1.5;
  /**
   * An agent is hot only if its work takes longer than the mean by more than this many seconds. The work of one beat makes no
   * difference.
   */
  private static final double HOT_SECONDS = 1;

  /** Checks the numbers. */
  public SliceLoad {
    if (queueBytes < 0 || !(bytesPerSecond >= 0) || Double.isInfinite(bytesPerSecond)) {
      throw new IllegalArgumentException("expected no negative load, got " + queueBytes + " bytes at " + bytesPerSecond + " bytes/s");
    }
  }

  /** Returns how long sending the waiting bytes takes at this rate, in seconds; 0 if the rate is not known. */
  public double waitSeconds() {
    return bytesPerSecond == 0 ? 0 : queueBytes / bytesPerSecond;
  }

  /** Returns whether this agent has so much more work than the site's others that these should take some of it. */
  public boolean isHotAmong(Collection<SliceLoad> ofSite) {
    double mean = ofSite.stream().mapToDouble(SliceLoad::waitSeconds).average().orElse(0);
    return waitSeconds() > HOT * mean && waitSeconds() > mean + HOT_SECONDS;
  }
}
