package dev.terra.core.latency;

/**
 * The state of whether a link's network keeps classes. It compares the round trips of connections that send interactive and bulk packets
 * over the link at the same moments. While bulk packets wait in a queue, interactive packets wait as long if both classes share the queue,
 * and hardly if each has its own. Moments at which no bulk packet waits are no evidence. Evidence fades with further moments and with time.
 * An instance does not change.
 *
 * <p>Example: round trips take 60 ms at least. If bulk packets take 140 ms, interactive packets that take 70 ms are ahead of them, and
 * interactive packets that take 130 ms wait as bulk packets do.
 *
 * @param ahead the number of the last moments at which interactive packets waited for less than {@link #AHEAD_SHARE} of the wait of
 *     bulk packets
 * @param moments the number of moments that were evidence, at most {@link #MOMENTS}
 * @param atNanos the time at which the two numbers held; they fade from then on
 */
public record QueueWatch(double ahead, double moments, long atNanos) {
  /** The state before any evidence. */
  public static final QueueWatch NONE = new QueueWatch(0, 0, 0);

  /** The number of moments that count; older ones fade. */
  private static final double MOMENTS = 20;
  /** The time after which a moment counts half as much. Full evidence lasts for four more minutes, in which a network may change. */
  private static final double HALF_LIFE_NANOS = 120e9;
  /**
   * The least number of moments for a verdict. Fewer may be chance, such as a round trip that a lost packet or a busy machine made long.
   */
  private static final double LEAST_MOMENTS = 5;
  /**
   * The part of the wait of bulk packets below which interactive packets are ahead. Even then they wait somewhat: for one bulk packet at
   * each hop, and for threads that wait for cores.
   */
  private static final double AHEAD_SHARE = 0.5;
  /** The part of the moments that have to agree. */
  private static final double AGREED = 0.75;
  /** The least wait of bulk packets that counts. Shorter waits are those of threads. */
  private static final long LEAST_WAIT_NANOS = 10_000_000;
  /** The least wait of bulk packets that counts, in parts of the least round trip. Shorter waits are jitter. */
  private static final double LEAST_WAIT_SHARE = 0.2;

  /** The possible verdicts. */
  public enum Verdict {
    /** Bulk packets have waited too rarely for a verdict. */
    UNKNOWN,
    /** Interactive packets do not wait for bulk ones. */
    KEPT,
    /** Interactive and bulk packets wait in the same queue, at least some of the time. */
    MIXED
  }

  /**
   * Returns the state after a measurement of both round trips.
   *
   * @param leastNanos the least round trip of the link, of either class
   */
  public QueueWatch after(long interactiveNanos, long bulkNanos, long leastNanos, long nowNanos) {
    double bulkWaits = bulkNanos - leastNanos;
    if (bulkWaits < Math.max(LEAST_WAIT_NANOS, LEAST_WAIT_SHARE * leastNanos)) {
      return faded(1, nowNanos);
    }
    QueueWatch before = faded(moments < MOMENTS ? 1 : (MOMENTS - 1) / MOMENTS, nowNanos);
    boolean isAhead = interactiveNanos - leastNanos < AHEAD_SHARE * bulkWaits;
    return new QueueWatch(before.ahead + (isAhead ? 1 : 0), before.moments + 1, nowNanos);
  }

  private QueueWatch faded(double share, long nowNanos) {
    double left = share * Math.pow(2, (atNanos - nowNanos) / HALF_LIFE_NANOS);
    return new QueueWatch(ahead * left, moments * left, nowNanos);
  }

  /** Returns the verdict at a time. */
  public Verdict verdict(long nowNanos) {
    QueueWatch now = faded(1, nowNanos);
    if (now.moments < LEAST_MOMENTS) {
      return Verdict.UNKNOWN;
    }
    return now.ahead >= AGREED * now.moments ? Verdict.KEPT : Verdict.MIXED;
  }
}
