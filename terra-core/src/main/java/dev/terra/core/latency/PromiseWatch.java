package dev.terra.core.latency;

/**
 * Whether a class keeps its promise between two sites, and since when. It is judged once a window, by the requests that were measured in
 * it. A window without any says nothing. An instance is a state; it does not change.
 *
 * @param measured how many requests had been measured when the window began
 * @param kept how many of those had kept the promise
 * @param fromNanos when the window began
 * @param verdict of the last window in which any request was measured
 * @param sinceNanos since when that is the verdict
 */
public record PromiseWatch(long measured, long kept, long fromNanos, Verdict verdict, long sinceNanos) {
  /** Long enough for some thousand requests of a busy pair, and short enough for an operator who waits. */
  public static final long WINDOW_NANOS = 60_000_000_000L;
  private static final double ALL = 100;
  /** By so little of a request a percentage of a round number of them may be wrong. */
  private static final double ROUNDING = 1e-3;

  /** What is known of a promise. */
  public enum Verdict {
    /** No request was measured yet. */
    UNKNOWN,
    KEPT,
    MISSED
  }

  /** A watch that begins. */
  public static PromiseWatch begin(long nowNanos) {
    return new PromiseWatch(0, 0, nowNanos, Verdict.UNKNOWN, nowNanos);
  }

  /**
   * The state at a later time. Counts that are lower than before are those of one that counts anew.
   *
   * @param measuredNow how many requests were measured in all
   * @param keptNow how many of them kept the promise
   * @param percentile how many of 100 are to keep it
   */
  public PromiseWatch after(long measuredNow, long keptNow, double percentile, long nowNanos) {
    if (nowNanos - fromNanos < WINDOW_NANOS) {
      return this;
    }
    boolean anew = measuredNow < measured || keptNow < kept;
    long all = anew ? measuredNow : measuredNow - measured;
    long missed = all - (anew ? keptNow : keptNow - kept);
    if (all == 0) {
      return new PromiseWatch(measuredNow, keptNow, nowNanos, verdict, sinceNanos);
    }
    Verdict now = missed <= Math.ceil(all * (ALL - percentile) / ALL - ROUNDING) ? Verdict.KEPT : Verdict.MISSED;
    return new PromiseWatch(measuredNow, keptNow, nowNanos, now, now == verdict ? sinceNanos : nowNanos);
  }
}
