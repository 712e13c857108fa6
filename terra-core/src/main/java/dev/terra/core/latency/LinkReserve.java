package dev.terra.core.latency;

/**
 * What plans leave of a link to the classes above bulk, by what these were measured to send over it. Where the network does not keep
 * classes, that is a moving peak with a margin: more is left at once, and less after a window without need of it, at most half as much less
 * in each, so that bursts that come again find their room. Where it keeps them, its queues serve bursts first, and what these take the bulk
 * catches up with in between: so the mean is left. An idle link leaves nothing. In between the value stands, since every other one makes
 * another schedule. An instance is a state; it does not change.
 *
 * <p>Example: 8 MB/s are measured, so 10 MB/s are left. Then nothing is sent: after 5 s 5 MB/s are left, after 10 s 2.5 MB/s, and after
 * 40 s nothing. With 8 and 4 MB/s in turns, 10 MB/s are left, and little more than 6 MB/s where classes
 * are kept.
 *
 * @param bytesPerSecond what is left
 * @param peak the highest rate that was measured since the window began
 * @param fromNanos when the window began: with the last change, or when the last window ended
 * @param mean the moving mean of what was measured, bytes/s
 * @param looks how many measurements it is of, at most {@link #MEAN_LOOKS}; 0 on an idle link
 */
public record LinkReserve(double bytesPerSecond, double peak, long fromNanos, double mean, int looks) {
  /** Nothing was measured yet. */
  public static final LinkReserve NONE = new LinkReserve(0, 0, 0, 0, 0);
  /** For so long a peak counts: some times as long as fetches of a wave of tasks are apart. */
  public static final long WINDOW_NANOS = 5_000_000_000L;

  /** Fetches come unevenly: those of a second may be a quarter more in the next one. */
  private static final double MARGIN = 1.25;
  /** Where so much of what is left is used, what is left may be what limits it. */
  private static final double NEARLY_ALL = 0.9;
  /** What a window leaves at least of what was left before. */
  private static final double HALF = 0.5;
  /** A lower value than this part of the present one is worth another schedule. */
  private static final double WORTH_A_CHANGE = 0.8;
  /** Less is one small fetch in a second, for which no schedule has to change. */
  private static final double LEAST_BYTES_PER_SECOND = 64 * 1024;
  /** The measurements of a mean: those of a window, a second apart. */
  private static final int MEAN_LOOKS = 5;

  /**
   * The state at a later time.
   *
   * @param measured what the classes above bulk have sent over the link since the last call, a second ago, bytes/s
   * @param kept whether the link's network was found to keep classes
   */
  public LinkReserve after(double measured, boolean kept, long nowNanos) {
    LinkReserve now = averaged(measured);
    return kept ? now.leavingMean(nowNanos) : now.leavingPeak(measured, nowNanos);
  }

  private LinkReserve averaged(double measured) {
    int count = Math.min(MEAN_LOOKS, looks + 1);
    double next = mean + (measured - mean) / count;
    boolean idle = next < LEAST_BYTES_PER_SECOND;
    return new LinkReserve(bytesPerSecond, peak, fromNanos, idle ? 0 : next, idle ? 0 : count);
  }

  private LinkReserve leavingMean(long nowNanos) {
    boolean stands = mean <= bytesPerSecond && mean >= WORTH_A_CHANGE * bytesPerSecond;
    return leaving(stands ? bytesPerSecond : mean, mean, nowNanos);
  }

  private LinkReserve leavingPeak(double measured, long nowNanos) {
    if (measured > NEARLY_ALL * bytesPerSecond) {
      return leaving(worthwhile(measured * MARGIN), 0, nowNanos);
    }
    double highest = Math.max(peak, measured);
    if (nowNanos - fromNanos < WINDOW_NANOS) {
      return leaving(bytesPerSecond, highest, fromNanos);
    }
    double next = Math.max(highest * MARGIN, bytesPerSecond * HALF);
    return leaving(next < WORTH_A_CHANGE * bytesPerSecond ? worthwhile(next) : bytesPerSecond, 0, nowNanos);
  }

  private LinkReserve leaving(double rate, double highest, long windowNanos) {
    return new LinkReserve(rate, highest, windowNanos, mean, looks);
  }

  private static double worthwhile(double rate) {
    return rate < LEAST_BYTES_PER_SECOND ? 0 : rate;
  }
}
