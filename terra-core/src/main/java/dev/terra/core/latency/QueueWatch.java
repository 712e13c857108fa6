package dev.terra.core.latency;

/**
 * Whether a link's network keeps classes, by what packets of two of them wait there: round trips of connections that send interactive and
 * bulk packets over the link, at the same moments. While bulk packets wait in a queue, interactive ones wait as long where both have the
 * same queue, and hardly where they have queues of their own. Moments at which no bulk packet waits say nothing. An instance is a state; it
 * does not change.
 *
 * <p>Example: round trips take 60 ms at least. With bulk at 140 ms, interactive packets that take 70 ms are ahead, and such that take
 * 130 ms wait as well.
 *
 * @param ahead at how many of the last moments interactive packets waited for less than {@link #AHEAD_SHARE} of what bulk waited
 * @param moments how many moments said anything, at most {@link #MOMENTS}
 */
public record QueueWatch(double ahead, double moments) {
  /** Nothing was seen yet. */
  public static final QueueWatch NONE = new QueueWatch(0, 0);

  /** How many moments count; older ones fade. */
  private static final double MOMENTS = 20;
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
   * The state after a moment.
   *
   * @param leastNanos the least round trip of the link, of either class
   */
  public QueueWatch after(long interactiveNanos, long bulkNanos, long leastNanos) {
    double bulkWaits = bulkNanos - leastNanos;
    if (bulkWaits < Math.max(LEAST_WAIT_NANOS, LEAST_WAIT_SHARE * leastNanos)) {
      return this;
    }
    double fade = moments < MOMENTS ? 1 : (MOMENTS - 1) / MOMENTS;
    boolean isAhead = interactiveNanos - leastNanos < AHEAD_SHARE * bulkWaits;
    return new QueueWatch(ahead * fade + (isAhead ? 1 : 0), moments * fade + 1);
  }

  /** What is known by now. */
  public Verdict verdict() {
    if (moments < LEAST_MOMENTS) {
      return Verdict.UNKNOWN;
    }
    return ahead >= AGREED * moments ? Verdict.KEPT : Verdict.MIXED;
  }
}
