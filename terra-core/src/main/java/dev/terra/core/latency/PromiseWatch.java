package dev.terra.core.latency;

/**
 * The state of whether a class keeps its promise between two sites, and since when. It is judged once in each window, by the requests that
 * were measured in the window. A window without requests does not change the verdict. An instance does not change.
 *
 * @param measured the number of requests that had been measured when the window began
 * @param kept the number of these that had kept the promise
 * @param fromNanos the time when the window began
 * @param verdict the verdict of the last window in which any request was measured
 * @param sinceNanos the time since when this is the verdict
 */
public record PromiseWatch(long measured, long kept, long fromNanos, Verdict verdict, long sinceNanos) {
  /** The length of a window: long enough for some thousand requests of a busy pair, and short enough for an operator who waits. */
  public static final long WINDOW_NANOS = 60_000_000_000L;
  private static final double ALL = 100;
  /** The rounding error of the number of requests that may miss, in requests. */
  private static final double ROUNDING = 1e-3;

  /** The possible verdicts about a promise. */
  public enum Verdict {
    /** No request has been measured. */
    UNKNOWN,
    KEPT,
    MISSED
  }

  /** Returns the state at the beginning. */
  public static PromiseWatch begin(long nowNanos) {
    return new PromiseWatch(0, 0, nowNanos, Verdict.UNKNOWN, nowNanos);
  }

  /**
   * Returns the state at a later time. Counts that are lower than before come from a process that has begun to count anew.
   *
   * @param measuredNow the number of all requests that have been measured
   * @param keptNow the number of these that kept the promise
   * @param percentile how many of 100 requests have to keep the promise
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
