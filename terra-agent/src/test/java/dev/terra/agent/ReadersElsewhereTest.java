package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.Shuffle;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.BundleProgress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a reader at B that waits for bytes of A, while other readers come for the same bytes or the shuffle ends. */
@Timeout(60)
class ReadersElsewhereTest {
  private static final int MAPS = 10;
  private static final int MAP_BYTES = 600_000;

  private static Shuffle begin(TestWan wan) throws Exception {
    Shuffle shuffle = new Shuffle(wan).maps(MAPS, MAP_BYTES).redirected();
    Await.until("A is attached", () -> wan.controller().isAttached("A"));
    wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 1e5, "A-C-B", 1e5));
    return shuffle;
  }

  private static BundleProgress progress(TestWan wan) {
    BundleProgress progress = wan.controller().progress("A", "B", Shuffle.JOB);
    return progress == null ? BundleProgress.getDefaultInstance() : progress;
  }

  private static void assertGoesOn(TestWan wan, Shuffle shuffle, String otherReader, List<String> maps) throws Exception {
    CompletableFuture<FetchClient.Answer> fetch = shuffle.fetching();
    Await.until("it waits", () -> progress(wan).getRequestedOutstandingBytes() > 0 && progress(wan).getAcknowledgedBytes() > 0);
    shuffle.origin().offer(Shuffle.JOB, Shuffle.REDUCE, otherReader, maps);
    for (long more = progress(wan).getAcknowledgedBytes() + 20_000; progress(wan).getAcknowledgedBytes() < more;) {
      assertThat(progress(wan).getRequestedOutstandingBytes()).as("its reader still waits for it").isPositive();
      Thread.sleep(20);
    }
    wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 4e6, "A-C-B", 4e6));
    assertThat(fetch.get(30, TimeUnit.SECONDS).body()).isEqualTo(shuffle.expected());
  }

  @Test
  void anotherAttemptAtAnotherSiteStopsNothing() throws Exception {
    try (TestWan wan = new TestWan(2); Shuffle shuffle = begin(wan)) {
      FakeHandler atC = wan.handler("C", 10);
      assertGoesOn(wan, shuffle, atC.ip(), List.of());
    }
  }

  @Test
  void anotherAttemptThatTakesTheStockPathStopsNothing() throws Exception {
    try (TestWan wan = new TestWan(2); Shuffle shuffle = begin(wan)) {
      assertGoesOn(wan, shuffle, "127.77.2.99", shuffle.maps()); // a node of B without a handler
    }
  }

  @Test
  void whereAShuffleIsOverNothingMoreIsSent() throws Exception {
    try (TestWan wan = new TestWan(2); Shuffle shuffle = begin(wan)) {
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 1e6));
      Await.until("some is there", () -> progress(wan).getAcknowledgedBytes() > 1_000_000);
      shuffle.reader().finishMap(Shuffle.JOB, "attempt_1_1_m_000077_0", 10);
      Await.until("B knows it", () -> wan.controller().shuffle("B", Shuffle.JOB) != null);
      shuffle.reader().endJob(Shuffle.JOB);
      Await.until("the rest is withdrawn", () -> progress(wan).getAcknowledgedBytes() + progress(wan).getWithdrawnBytes()
          == (long) MAPS * MAP_BYTES && progress(wan).getUnderWayBytes() == 0);
      Await.until("B keeps nothing", () -> wan.stats("B").get("spool").get("memoryUsedBytes").asLong() == 0);
    }
  }
}
