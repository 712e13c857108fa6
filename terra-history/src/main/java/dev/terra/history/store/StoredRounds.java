package dev.terra.history.store;

/**
 * The scheduling rounds of a stretch of time.
 *
 * @param atMillis the beginning of the stretch, in milliseconds since 1970
 * @param spanMillis the length of the stretch
 * @param epoch the schedule in force at the stretch's end
 * @param rounds the number of rounds
 * @param failed how many of them found no schedule
 * @param sumMillis how long the rounds took together
 * @param maxMillis how long the longest round took
 * @param shuffles the number of shuffles that ran at the stretch's end
 * @param bytesLeft the bytes that these shuffles had left at that time
 */
public record StoredRounds(
    long atMillis, int spanMillis, long epoch, long rounds, long failed, double sumMillis, double maxMillis, int shuffles, long bytesLeft) {
  /** Returns this stretch and a later one as one. */
  StoredRounds and(StoredRounds later) {
    return new StoredRounds(atMillis, spanMillis + later.spanMillis, later.epoch, rounds + later.rounds, failed + later.failed,
        sumMillis + later.sumMillis, Math.max(maxMillis, later.maxMillis), later.shuffles, later.bytesLeft);
  }
}
