package dev.terra.history.store;

/**
 * The scheduling rounds of a stretch of time.
 *
 * @param atMillis its beginning, since 1970
 * @param spanMillis how long it is
 * @param epoch the schedule that stood at its end
 * @param rounds how many there were
 * @param failed how many of them found no schedule
 * @param sumMillis what they took together
 * @param maxMillis what the longest took
 * @param shuffles those that ran at its end
 * @param bytesLeft what these had left at its end
 */
public record StoredRounds(
    long atMillis, int spanMillis, long epoch, long rounds, long failed, double sumMillis, double maxMillis, int shuffles, long bytesLeft) {
  /** This stretch and one that follows it, as one. */
  StoredRounds and(StoredRounds later) {
    return new StoredRounds(atMillis, spanMillis + later.spanMillis, later.epoch, rounds + later.rounds, failed + later.failed,
        sumMillis + later.sumMillis, Math.max(maxMillis, later.maxMillis), later.shuffles, later.bytesLeft);
  }
}
