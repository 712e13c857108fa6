package dev.terra.core.balance;

/**
 * The measured rate at which a member serves its work: a weighted mean of the recent times in which it had work throughout. A member that
 * ran out of work may be faster than its measured rate, so what it served then can only raise the rate. An instance is a state that does
 * not change.
 *
 * @param bytesPerSecond the rate; 0 until the member has served anything
 * @param queueBytes the bytes that waited at the last look
 * @param doneBytes the bytes that the member had served at the last look
 */
public record ServiceRate(double bytesPerSecond, long queueBytes, long doneBytes) {
  /** The rate of a member that has served nothing. */
  public static final ServiceRate UNKNOWN = new ServiceRate(0, 0, 0);
  private static final double NEWEST_SHARE = 0.5;

  /**
   * Returns the state after another look at the member.
   *
   * @param queue the bytes that wait at this look
   * @param done the bytes that the member has served since it started; fewer than at the last look if it has restarted
   * @param seconds the seconds since the last look, above 0
   */
  public ServiceRate after(long queue, long done, double seconds) {
    double served = Math.max(0, done - doneBytes) / seconds;
    boolean busy = queueBytes > 0 && queue > 0;
    double rate = busy && bytesPerSecond > 0 ? NEWEST_SHARE * served + (1 - NEWEST_SHARE) * bytesPerSecond
        : Math.max(served, bytesPerSecond);
    return new ServiceRate(rate, queue, done);
  }
}
