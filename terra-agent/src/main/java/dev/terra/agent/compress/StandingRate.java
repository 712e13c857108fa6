package dev.terra.agent.compress;

/**
 * The planned rate by which a bundle's chunks are chosen, in bytes per second. Plans follow the noise of links, and spare rates come and go
 * with other bundles. So another rate counts once it has stood: half a second, or a tenth if it is far from the one that counts. An
 * instance is a state; it does not change.
 *
 * @param bytesPerSecond the rate that counts; 0 before the first
 * @param next another one that may come to count; 0: there is none
 * @param sinceNanos when that was first planned
 */
record StandingRate(double bytesPerSecond, double next, long sinceNanos) {
  /** Rates that differ by less are one. */
  private static final double OTHER = 1.25;
  private static final double FAR = 2;
  /** What is read ahead lasts as long, and so does a step. */
  private static final long STANDS_NANOS = 500_000_000;
  /** Longer than bundles to a site are without what others leave, when one of them has begun or ended. */
  private static final long FAR_STANDS_NANOS = 100_000_000;

  /** The state before any rate was planned. */
  static StandingRate none() {
    return new StandingRate(0, 0, 0);
  }

  /** The state when a rate above 0 is planned, again or anew. */
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

  /** Whether a rate is so different that what goes at it says nothing of this one. */
  boolean isFarFrom(double planned) {
    return bytesPerSecond > 0 && times(bytesPerSecond, planned) >= FAR;
  }

  private static double times(double one, double other) {
    return Math.max(one / other, other / one);
  }
}
