package dev.terra.core.latency;

/**
 * Whether a link's network keeps classes, by what packets of two of them wait there: round trips of connections that send interactive and
 * bulk packets over the link, at the same moments. While bulk packets wait in a queue, interactive ones wait as long where both have the
 * same queue, and hardly where they have queues of their own. Moments at which no bulk packet waits say nothing. What was seen fades with
 * further moments and with time. An instance is a state; it does not change.
 *
 * <p>Example: round trips take 60 ms at least. With bulk at 140 ms, interactive packets that take 70 ms are ahead, and such that take
 * 130 ms wait as well.
 *
 * @param ahead at how many of the last moments interactive packets waited for less than {@link #AHEAD_SHARE} of what bulk waited
 * @param moments how many moments said anything, at most {@link #MOMENTS}
 * @param atNanos when they counted so much
 */
public record QueueWatch(double ahead, double moments, long atNanos) {
  /** Nothing was seen yet. */
  public static final QueueWatch NONE = new QueueWatch(0, 0, 0);

  /** How many moments count; older ones fade. */
  private static final double MOMENTS = 20;
  /** A moment counts half as much after this: what was known well is known for four minutes more, in which a network may change. */
  private static final double HALF_LIFE_NANOS = 120e9;
  /** Fewer may be chance: a round trip that a lost packet or a busy machine made long. */
  private static final double LEAST_MOMENTS = 5;
  /** An interactive packet waits for one bulk packet a hop, and a machine's threads wait for cores. */
  private static final double AHEAD_SHARE = 0.5;
  /** So many of the moments have to agree. */
  private static final double AGREED = 0.75;
  /** Shorter waits are those of threads. */
  private static final long LEAST_WAIT_NANOS = 10_000_000;
  /** Shorter waits, in parts of the least round trip, are those of its jitter. */
  private static final double LEAST_WAIT_SHARE = 0.2;

  /** What is known. */
  public enum Verdict {
    /** Too seldom did bulk packets wait. */
    UNKNOWN,
    /** Interactive packets do not wait for bulk ones. */
    KEPT,
    /** They wait in the same queue, or it is now so and now otherwise. */
    MIXED
  }

  /**
   * The state after a look.
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

  /** What is known at a time. */
  public Verdict verdict(long nowNanos) {
    QueueWatch now = faded(1, nowNanos);
    if (now.moments < LEAST_MOMENTS) {
      return Verdict.UNKNOWN;
    }
    return now.ahead >= AGREED * now.moments ? Verdict.KEPT : Verdict.MIXED;
  }
}
