package dev.terra.core.capacity;

/**
 * When a link may be probed: at multiples of a spacing, with a period of 1, g, g^2 and g^3 multiples after 0, 1, 2 and more failures. The
 * multiples are of the clock, so links whose periods divide each other are probed together. Owned by one {@link LinkCapacity}.
 */
final class ProbeTimes {
  private static final int MOST_FAILURES = 3;

  private final double spacingSeconds;
  private final double growth;
  private int failures;
  private double lastMultiple = Double.NEGATIVE_INFINITY;

  ProbeTimes(double spacingSeconds, double growth) {
    this.spacingSeconds = spacingSeconds;
    this.growth = growth;
  }

  /** Whether a link that is known to carry more than the estimate at other times may be probed now: at each multiple, once. */
  boolean isTime(double nowSeconds) {
    return multiple(nowSeconds) != lastMultiple;
  }

  /** Whether a link whose estimate is taken for true may be probed now. */
  boolean isRareTime(double nowSeconds) {
    return isTime(nowSeconds) && multiple(nowSeconds) % Math.pow(growth, failures) == 0;
  }

  void began(double nowSeconds) {
    lastMultiple = multiple(nowSeconds);
  }

  void succeeded() {
    failures = 0;
  }

  /**
   * A probe failed.
   *
   * @param isStated whether a topology file states the capacity; otherwise probes stay frequent, since nothing else corrects the estimate
   */
  void failed(boolean isStated) {
    failures = Math.min(failures + 1, isStated ? MOST_FAILURES : 1);
  }

  private double multiple(double nowSeconds) {
    return Math.floor(nowSeconds / spacingSeconds);
  }
}
