package dev.terra.core.capacity;

/**
 * The times at which a link may be probed: multiples of a spacing, with a period of 1, g, g^2 and g^3 multiples after 0, 1, 2 and more
 * failures. The multiples count from the clock's zero, so links whose periods divide each other are probed together. One
 * {@link LinkCapacity} owns an instance.
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

  /** Returns whether a link that is known to carry more than the estimate at other times may be probed now: once at each multiple. */
  boolean isTime(double nowSeconds) {
    return multiple(nowSeconds) != lastMultiple;
  }

  /** Returns whether a link whose estimate counts as true may be probed now. */
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
   * Notes that a probe failed.
   *
   * @param isStated true if a topology file states the capacity; otherwise probes stay frequent, since nothing else corrects the
   *     estimate
   */
  void failed(boolean isStated) {
    failures = Math.min(failures + 1, isStated ? MOST_FAILURES : 1);
  }

  private double multiple(double nowSeconds) {
    return Math.floor(nowSeconds / spacingSeconds);
  }
}
