package dev.terra.core.balance;

/**
 * At which rate a member serves its work, as far as it is seen: the mean of late while it had work all the time. One that had nothing left
 * may be faster than it was seen to be, so what it served then only raises the rate. Pure: an instance is a state, which does not change.
 *
 * @param bytesPerSecond 0 until it has served anything
 * @param queueBytes that waited at the last look
 * @param doneBytes that it had served by then
 */
public record ServiceRate(double bytesPerSecond, long queueBytes, long doneBytes) {
  /** The rate of a member that has served nothing. */
  public static final ServiceRate UNKNOWN = new ServiceRate(0, 0, 0);
  private static final double NEWEST_SHARE = 0.5;

  /**
   * The state at another look.
   *
   * @param queue bytes that wait now
   * @param done bytes that it has served since it began; fewer than at the last look where it has begun anew
   * @param seconds since the last look, above 0
   */
  public ServiceRate after(long queue, long done, double seconds) {
    double served = Math.max(0, done - doneBytes) / seconds;
    boolean busy = queueBytes > 0 && queue > 0;
    double rate = busy && bytesPerSecond > 0 ? NEWEST_SHARE * served + (1 - NEWEST_SHARE) * bytesPerSecond
        : Math.max(served, bytesPerSecond);
    return new ServiceRate(rate, queue, done);
  }
}
