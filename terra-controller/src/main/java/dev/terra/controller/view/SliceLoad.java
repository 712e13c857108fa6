package dev.terra.controller.view;

import java.util.Collection;

/**
 * What waits to be sent by the agent of a slice.
 *
 * @param queueBytes that wait
 * @param bytesPerSecond at which it has sent of late while anything waited; 0: not known
 */
public record SliceLoad(long queueBytes, double bytesPerSecond) {
  /** One whose work takes this many times as long as the mean of its site's agents is hot, */
  private static final double HOT = 1.5;
  /** and so much longer: a beat's work is no difference. */
  private static final double HOT_SECONDS = 1;

  /** Checks the numbers. */
  public SliceLoad {
    if (queueBytes < 0 || !(bytesPerSecond >= 0) || Double.isInfinite(bytesPerSecond)) {
      throw new IllegalArgumentException("expected no negative load, got " + queueBytes + " bytes at " + bytesPerSecond + " bytes/s");
    }
  }

  /** How long what waits takes at this rate; 0 where the rate is not known. */
  public double waitSeconds() {
    return bytesPerSecond == 0 ? 0 : queueBytes / bytesPerSecond;
  }

  /** Whether it has so much more than the others that these should have some of it. */
  public boolean isHotAmong(Collection<SliceLoad> ofSite) {
    double mean = ofSite.stream().mapToDouble(SliceLoad::waitSeconds).average().orElse(0);
    return waitSeconds() > HOT * mean && waitSeconds() > mean + HOT_SECONDS;
  }
}
