package dev.terra.core.latency;

/**
 * The rate on a link that plans leave to the classes above bulk, according to the measured rate of these classes. If the network does not
 * keep classes, the reserve is a moving peak with a margin. It rises at once; it falls after a window in which it was not needed, at most
 * to half in each window, so that repeated bursts find room. If the network keeps classes, its queues serve bursts first, and bulk catches
 * up between bursts; therefore the reserve is the mean. The reserve of an idle link is 0. Small changes are ignored, since each change of
 * the reserve causes another schedule. An instance is a state; it does not change.
 *
 * <p>Example: 8 MB/s are measured, so the reserve is 10 MB/s. Then nothing is sent: the reserve is 5 MB/s after 5 s, 2.5 MB/s after 10 s,
 * and 0 after 40 s. With 8 and 4 MB/s in turns, the reserve is 10 MB/s, or little more than 6 MB/s if the network keeps classes.
 *
 * @param bytesPerSecond the reserve
 * @param peak the highest rate that was measured since the window began
 * @param fromNanos the time when the window began: with the last change, or when the last window ended
 * @param mean the moving mean of the measured rates, bytes/s
 * @param looks the number of measurements in the mean, at most {@link #MEAN_LOOKS}; 0 on an idle link
 */
public record LinkReserve(double bytesPerSecond, double peak, long fromNanos, double mean, int looks) {
  /** The state before any measurement. */
  public static final LinkReserve NONE = new LinkReserve(0, 0, 0, 0, 0);
  /** The time for which a peak counts: several times the interval between the fetches of a wave of tasks. */
  public static final long WINDOW_NANOS = 5_000_000_000L;

  /** The factor by which the reserve exceeds the peak. Fetches come unevenly, and their rate may be a quarter higher in the next second. */
  private static final double MARGIN = 1.25;
  /** The used part of the reserve from which on the reserve itself may limit the measured rate. */
  private static final double NEARLY_ALL = 0.9;
  /** The least part of the reserve that remains after a window. */
  private static final double HALF = 0.5;
  /** The part of the present reserve below which a new value is worth another schedule. */
  private static final double WORTH_A_CHANGE = 0.8;
  /** The least reserve. A lower rate is one small fetch in a second, for which no schedule has to change. */
  private static final double LEAST_BYTES_PER_SECOND = 64 * 1024;
  /** The number of measurements in a mean: those of a window, one second apart. */
  private static final int MEAN_LOOKS = 5;

  /**
   * Returns the state at a later time.
   *
   * @param measured the rate of the classes above bulk on the link since the last call, a second ago, bytes/s
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
