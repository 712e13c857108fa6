package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.latency.QueueWatch.Verdict;
import org.junit.jupiter.api.Test;

class QueueWatchTest {
  private static final long MILLI = 1_000_000;
  private static final long LEAST = 60 * MILLI;

  private static QueueWatch after(QueueWatch watch, int moments, long interactiveMillis, long bulkMillis) {
    QueueWatch now = watch;
    for (int i = 0; i < moments; i++) {
      now = now.after(interactiveMillis * MILLI, bulkMillis * MILLI, LEAST);
    }
    return now;
  }

  @Test
  void interactivePacketsThatDoNotWaitWhileBulkWaitsShowThatClassesAreKept() {
    assertThat(after(QueueWatch.NONE, 4, 70, 140).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(after(QueueWatch.NONE, 5, 70, 140).verdict()).isEqualTo(Verdict.KEPT);
  }

  @Test
  void oneQueueMakesBothWait() {
    assertThat(after(QueueWatch.NONE, 5, 130, 140).verdict()).isEqualTo(Verdict.MIXED);
  }

  @Test
  void aLinkWithoutAQueueSaysNothing() {
    assertThat(after(QueueWatch.NONE, 100, 61, 65)).isEqualTo(QueueWatch.NONE);
    assertThat(after(QueueWatch.NONE, 100, 70, 71)).isEqualTo(QueueWatch.NONE);
  }

  @Test
  void someLongRoundTripsAreChance() {
    assertThat(after(after(QueueWatch.NONE, 4, 70, 140), 1, 150, 140).verdict()).isEqualTo(Verdict.KEPT);
  }

  @Test
  void aNetworkThatChangesIsSeen() {
    QueueWatch kept = after(QueueWatch.NONE, 1_000, 65, 140);
    assertThat(kept.verdict()).isEqualTo(Verdict.KEPT);
    assertThat(after(kept, 10, 140, 140).verdict()).isEqualTo(Verdict.MIXED);
    assertThat(after(after(kept, 10, 140, 140), 40, 65, 140).verdict()).isEqualTo(Verdict.KEPT);
  }
}
