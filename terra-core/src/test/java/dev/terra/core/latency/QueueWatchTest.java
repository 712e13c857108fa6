package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.latency.QueueWatch.Verdict;
import org.junit.jupiter.api.Test;

class QueueWatchTest {
  private static final long MILLI = 1_000_000;
  private static final long LEAST = 60 * MILLI;

  private static final long SECOND = 1_000 * MILLI;
  private static final long BEGIN = -70 * SECOND;

  private static QueueWatch after(QueueWatch watch, int moments, long interactiveMillis, long bulkMillis) {
    QueueWatch now = watch;
    for (int i = 0; i < moments; i++) {
      now = now.after(interactiveMillis * MILLI, bulkMillis * MILLI, LEAST, BEGIN);
    }
    return now;
  }

  @Test
  void interactivePacketsThatDoNotWaitWhileBulkWaitsShowThatClassesAreKept() {
    assertThat(after(QueueWatch.NONE, 4, 70, 140).verdict(BEGIN)).isEqualTo(Verdict.UNKNOWN);
    assertThat(after(QueueWatch.NONE, 5, 70, 140).verdict(BEGIN)).isEqualTo(Verdict.KEPT);
  }

  @Test
  void oneQueueMakesBothWait() {
    assertThat(after(QueueWatch.NONE, 5, 130, 140).verdict(BEGIN)).isEqualTo(Verdict.MIXED);
  }

  @Test
  void aLinkWithoutAQueueSaysNothing() {
    assertThat(after(QueueWatch.NONE, 100, 61, 65).moments()).isZero();
    assertThat(after(QueueWatch.NONE, 100, 70, 71).moments()).isZero();
  }

  @Test
  void someLongRoundTripsAreChance() {
    assertThat(after(after(QueueWatch.NONE, 4, 70, 140), 1, 150, 140).verdict(BEGIN)).isEqualTo(Verdict.KEPT);
  }

  @Test
  void aNetworkThatChangesIsSeen() {
    QueueWatch kept = after(QueueWatch.NONE, 1_000, 65, 140);
    assertThat(kept.verdict(BEGIN)).isEqualTo(Verdict.KEPT);
    assertThat(after(kept, 10, 140, 140).verdict(BEGIN)).isEqualTo(Verdict.MIXED);
    assertThat(after(after(kept, 10, 140, 140), 40, 65, 140).verdict(BEGIN)).isEqualTo(Verdict.KEPT);
  }

  @Test
  void whatWasSeenIsForgottenInMinutes() {
    QueueWatch mixed = after(QueueWatch.NONE, 1_000, 140, 140);
    assertThat(mixed.verdict(BEGIN + 120 * SECOND)).isEqualTo(Verdict.MIXED);
    assertThat(mixed.verdict(BEGIN + 250 * SECOND)).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void looksThatSayNothingKeepNothingAlive() {
    QueueWatch watch = after(QueueWatch.NONE, 20, 70, 140);
    for (int i = 1; i <= 1_000; i++) {
      watch = watch.after(61 * MILLI, 65 * MILLI, LEAST, BEGIN + i * SECOND / 4);
    }
    assertThat(watch.verdict(BEGIN + 250 * SECOND)).isEqualTo(Verdict.UNKNOWN);
    assertThat(watch.moments()).as("half of a half of 20, and a little less").isBetween(4.5, 5.0);
  }

  @Test
  void fewMomentsOfNowOutweighManyOfAWhileAgo() {
    QueueWatch watch = after(QueueWatch.NONE, 20, 140, 140);
    long later = BEGIN + 360 * SECOND;
    for (int i = 0; i < 8; i++) {
      watch = watch.after(70 * MILLI, 140 * MILLI, LEAST, later);
    }
    assertThat(watch.verdict(later)).isEqualTo(Verdict.KEPT);
  }
}
