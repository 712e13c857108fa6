package dev.terra.agent.compress;

/**
 * The planned rate by which a bundle's chunks are chosen, in bytes per second. Plans follow the noise of links, and spare rates come and go
 * with other bundles. So a different rate counts only once it has stood for half a second, or for a tenth of a second if it is far from the
 * one that counts. An instance is an immutable state.
 *
 * @param bytesPerSecond the rate that counts; 0 before the first
 * @param next a different rate that may come to count; 0 if there is none
 * @param sinceNanos when that rate was first planned
 */
record StandingRate(double bytesPerSecond, double next, long sinceNanos) {
  /** The least factor between two rates that count as different. */
  private static final double OTHER = 1.25;
  private static final double FAR = 2;
  /** The time for which a different rate has to stand. What is read ahead lasts as long, and so does a step. */
  private static final long STANDS_NANOS = 500_000_000;
  /**
   * The time for which a rate that is far off has to stand. It is longer than the time for which bundles to a site lack spare rates after
   * one of them has begun or ended.
   */
  private static final long FAR_STANDS_NANOS = 100_000_000;

  /** Returns the state before any rate was planned. */
  static StandingRate none() {
    return new StandingRate(0, 0, 0);
  }

  /** Returns the state after a rate above 0 is planned, the same as before or another one. */
  StandingRate after(double planned, long nowNanos) {
    if (bytesPerSecond == 0) {
      return new StandingRate(planned, 0, 0);
    } else if (times(bytesPerSecond, planned) < OTHER) {
      return new StandingRate(bytesPerSecond, 0, 0);
    }
    long since = next > 0 && times(next, planned) < OTHER ? sinceNanos : nowNanos;
    long stands = isFarFrom(planned) ? FAR_STANDS_NANOS : STANDS_NANOS;
    return nowNanos - since >= stands ? new StandingRate(planned, 0, 0) : new StandingRate(bytesPerSecond, planned, since);
  }

  /** Returns whether a rate is so different that speeds at it are no measure for this one. */
  boolean isFarFrom(double planned) {
    return bytesPerSecond > 0 && times(bytesPerSecond, planned) >= FAR;
  }

  private static double times(double one, double other) {
    return Math.max(one / other, other / one);
  }
}
