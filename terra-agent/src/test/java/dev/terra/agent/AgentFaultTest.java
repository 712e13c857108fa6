package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.Shuffle;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.ShuffleReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that faults in the middle of a transfer change how the bytes travel, but never what arrives. */
@Timeout(60)
class AgentFaultTest {
  private static final Map<String, Double> BOTH_PATHS = Map.of("A-B", 1.5e6, "A-C-B", 1.5e6);
  private static final int MAP_BYTES = 600_000;
  private static final int MAPS = 5;
  private static final long WAIT_SECONDS = 30;

  private static FetchClient.Answer get(CompletableFuture<FetchClient.Answer> fetch) throws Exception {
    return fetch.get(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  private static Shuffle begin(TestWan wan) throws Exception {
    Shuffle shuffle = new Shuffle(wan).maps(MAPS, MAP_BYTES).redirected();
    Await.until("A is attached", () -> wan.controller().isAttached("A"));
    wan.controller().rates("A", Shuffle.JOB, "B", BOTH_PATHS);
    return shuffle;
  }

  private static void assertWhole(Shuffle shuffle, FetchClient.Answer answer) {
    assertThat(answer.status()).as(answer.reason()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(shuffle.expected());
  }

  private static List<String> events(TestWan wan, String site) {
    List<String> result = new ArrayList<>();
    for (JsonNode event : wan.stats(site).get("events")) {
      result.add(event.get("what").asText());
    }
    return result;
  }

  @Test
  void aCutLinkMovesItsBytesToTheOtherPathAndIsUsedAgainWhenItReturns() throws Exception {
    try (TestWan wan = new TestWan(2); Shuffle shuffle = begin(wan)) {
      CompletableFuture<FetchClient.Answer> fetch = shuffle.fetching();
      shuffle.awaitDelivered(500_000);
      wan.link("A", "B").cut();
      assertWhole(shuffle, get(fetch));
      assertThat(wan.delivered("A-C-B")).isGreaterThan(wan.delivered("A-B"));
      assertThat(events(wan, "A")).contains("tunnel-down");
      wan.link("A", "B").restore();
      Await.until("the tunnel is back", Duration.ofSeconds(3), () -> wan.controller().tunnel("A-B").getUp());
    }
  }

  @Test
  void aLinkThatSwallowsEverythingIsFoundOutByProbes() throws Exception {
    try (TestWan wan = new TestWan(3); Shuffle shuffle = begin(wan)) {
      CompletableFuture<FetchClient.Answer> fetch = shuffle.fetching();
      shuffle.awaitDelivered(500_000);
      wan.link("A", "B").swallow();
      Await.until("the tunnel is found dead", Duration.ofSeconds(3), () -> !wan.controller().tunnel("A-B").getUp());
      assertWhole(shuffle, get(fetch));
    }
  }

  @Test
  void aLinkThatSwallowsEverythingTakesTheIdleTunnelsOverItWithIt() throws Exception {
    try (TestWan wan = new TestWan(17)) {
      wan.awaitTunnels("A-C-B", "C-B");
      wan.link("C", "B").swallow();
      wan.link("B", "C").swallow();
      Await.until("A's tunnel over C is down", Duration.ofSeconds(5), () -> !wan.controller().tunnel("A-C-B").getUp());
      assertThat(wan.controller().tunnel("A-B").getUp()).isTrue();
    }
  }

  @Test
  void whatAHandlerThatIsGoneHadIsNotPlannedFor() throws Exception {
    try (TestWan wan = new TestWan(18)) {
      FakeHandler origin = wan.handler("A", 10);
      FakeHandler reader = wan.handler("B", 10);
      wan.awaitTunnels("A-B");
      origin.finishMap(Shuffle.JOB, "attempt_1_1_m_000000_0", MAP_BYTES);
      FakeHandler other = wan.handler("A", 11);
      other.finishMap(Shuffle.JOB, "attempt_1_1_m_000001_0", MAP_BYTES);
      Await.until("both outputs are known", () -> wan.controller().shuffle("A", Shuffle.JOB) != null
          && wan.controller().shuffle("A", Shuffle.JOB).getBytesByReducer(0) == 2 * MAP_BYTES);
      other.close();
      Await.until("it is gone", () -> events(wan, "A").contains("handler-lost"));
      origin.offer(Shuffle.JOB, 0, reader.ip(), List.of());
      Await.until("its bytes are withdrawn", () -> wan.controller().progress("A", "B", Shuffle.JOB) != null
          && wan.controller().progress("A", "B", Shuffle.JOB).getWithdrawnBytes() == MAP_BYTES);
    }
  }

  @Test
  void aRelayThatDiesTakesOnlyItsPathWithIt() throws Exception {
    try (TestWan wan = new TestWan(4); Shuffle shuffle = begin(wan)) {
      CompletableFuture<FetchClient.Answer> fetch = shuffle.fetching();
      shuffle.awaitDelivered(500_000);
      wan.stopAgent("C");
      assertWhole(shuffle, get(fetch));
      assertThat(wan.controller().tunnel("A-B").getUp()).isTrue();
    }
  }

  @Test
  void flippedBitsNeverReachTheReader() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (TestWan wan = new TestWan(5); Shuffle shuffle = begin(wan)) {
      CompletableFuture<FetchClient.Answer> fetch = shuffle.fetching();
      for (int i = 1; i <= 8; i++) {
        long wait = i * 200_000L;
        Await.until("bytes on the link (seed " + seed + ")", () -> fetch.isDone() || wan.delivered("A-B") > wait
            || wan.delivered("A-C-B") > wait);
        wan.link("A", "B").flipAfter(random.nextInt(60_000));
        wan.link("C", "B").flipAfter(random.nextInt(60_000));
      }
      assertWhole(shuffle, get(fetch));
      assertThat(events(wan, "B")).as("seed " + seed).contains("corrupt-chunk");
      for (JsonNode event : wan.stats("B").get("events")) {
        if (event.get("what").asText().equals("corrupt-chunk")) {
          assertThat(event.toString()).as("the path is named").containsAnyOf("A:B", "A:C:B");
        }
      }
    }
  }

  @Test
  void allLinksDownSendTheReaderAwayAndNewOnesTakeTheStockPath() throws Exception {
    try (TestWan wan = new TestWan(6); Shuffle shuffle = begin(wan)) {
      CompletableFuture<FetchClient.Answer> fetch = shuffle.fetching();
      shuffle.awaitDelivered(500_000);
      for (String link : List.of("AB", "BA", "CB", "AC")) {
        wan.link(link.substring(0, 1), link.substring(1)).cut();
      }
      assertThatThrownBy(() -> get(fetch)).hasRootCauseInstanceOf(IOException.class);
      assertThat(shuffle.offer().getKind()).isEqualTo(FetchDecision.Kind.STOCK);
      Await.until("nothing left to send", () -> wan.stats("A").get("outstandingBytes").asLong() == 0);
    }
  }

  /**
   * A lost handler may come back with its NodeManager, so its segments are waited for. The reader still gets the reason before its own
   * handler gives up.
   */
  @Test
  void aHandlerThatIsGoneMeansConflict() throws Exception {
    try (TestWan wan = new TestWan(7); Shuffle shuffle = begin(wan)) {
      shuffle.origin().close();
      Await.until("the handler's end is noticed", () -> wan.stats("A").get("handlers").isEmpty());
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of());
      FetchClient.Answer answer = shuffle.fetch();
      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.reason()).contains("no live handler");
    }
  }

  @Test
  void aHandlerThatStopsServingInTheMiddleResetsTheReader() throws Exception {
    try (TestWan wan = new TestWan(8); Shuffle shuffle = begin(wan)) {
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 2e5, "A-C-B", 2e5));
      CompletableFuture<FetchClient.Answer> fetch = shuffle.fetching();
      shuffle.awaitDelivered(100_000);
      shuffle.origin().stopServing();
      assertThatThrownBy(() -> get(fetch)).hasRootCauseInstanceOf(IOException.class);
      Await.until("nothing left to send", () -> wan.stats("A").get("outstandingBytes").asLong() == 0);
    }
  }

  @Test
  void aRestartedReceiverGetsEverythingAgain() throws Exception {
    try (TestWan wan = new TestWan(9); Shuffle shuffle = begin(wan)) {
      shuffle.awaitDelivered(500_000);
      wan.stopAgent("B");
      wan.startAgent("B");
      wan.awaitTunnels("A-B");
      try (FakeHandler again = wan.handler("B", 10)) {
        assertThat(again.ip()).isEqualTo(shuffle.reader().ip());
        assertWhole(shuffle, shuffle.fetch());
      }
    }
  }

  @Test
  void aRestartedSenderIsTakenForANewOne() throws Exception {
    try (TestWan wan = new TestWan(10); Shuffle shuffle = begin(wan)) {
      CompletableFuture<FetchClient.Answer> fetch = shuffle.fetching();
      shuffle.awaitDelivered(500_000);
      wan.stopAgent("A");
      assertThatThrownBy(() -> get(fetch)).hasRootCauseInstanceOf(IOException.class);
      wan.startAgent("A");
      try (Shuffle again = new Shuffle(wan)) {
        again.maps(MAPS, MAP_BYTES).redirected();
        assertWhole(again, again.fetch());
      }
    }
  }

  @Test
  void aReaderThatDoesNotReadFillsOnlyItsWindow(@TempDir Path directory) throws Exception {
    SpoolConfig spool = new SpoolConfig(2 << 20, 4 << 20, Optional.of(directory.toString()));
    try (TestWan wan = new TestWan(11, spool, 0); Shuffle shuffle = new Shuffle(wan)) {
      shuffle.maps(30, 500_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 20e6, "A-C-B", 20e6));
      Await.until("the share for bytes ahead is full", () -> wan.stats("B").get("spool").get("aheadBytes").asLong() > 4_000_000);
      assertThat(wan.stats("B").get("spool").get("aheadBytes").asLong()).isLessThanOrEqualTo(3 * (6L << 20) / 4);
      assertWhole(shuffle, shuffle.fetch());
      Await.until("the spool is empty", () -> wan.stats("B").get("spool").get("diskUsedBytes").asLong() == 0
          && wan.stats("B").get("spool").get("memoryUsedBytes").asLong() == 0);
    }
    try (var left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void withoutAControllerTransfersEndAndNewOnesTakeTheStockPath() throws Exception {
    try (TestWan wan = new TestWan(12)) {
      int port = wan.controller().address().getPort();
      wan.controller().close();
      wan.startController(port, 77, 1_000);
      try (Shuffle shuffle = begin(wan)) {
        CompletableFuture<FetchClient.Answer> fetch = shuffle.fetching();
        shuffle.awaitDelivered(200_000);
        wan.controller().close();
        assertWhole(shuffle, get(fetch));
        Await.until("stock", () -> shuffle.offer().getKind() == FetchDecision.Kind.STOCK);
        wan.startController(port, 78, 1_000);
        Await.until("everything is told again", () -> wan.controller().progress("A", "B", Shuffle.JOB).getAcknowledgedBytes()
            == (long) MAPS * MAP_BYTES);
        assertThat(wan.controller().shuffle("A", Shuffle.JOB).getBytesByReducerList()).containsExactly(100L * MAPS,
            (long) MAPS * MAP_BYTES);
        assertThat(wan.controller().placement("A", Shuffle.JOB).getSiteByReducerMap()).containsEntry(Shuffle.REDUCE, "B");
      }
    }
  }

  @Test
  void aWaitingReaderIsServedAtAFloorWhateverTheScheduleSays() throws Exception {
    try (TestWan wan = new TestWan(13); Shuffle shuffle = new Shuffle(wan)) {
      shuffle.maps(1, 150_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of());
      assertWhole(shuffle, shuffle.fetch());
    }
  }

  @Test
  void bytesArePushedBeforeAnyoneAsks() throws Exception {
    try (TestWan wan = new TestWan(14); Shuffle shuffle = begin(wan)) {
      shuffle.awaitDelivered((long) MAPS * MAP_BYTES);
      assertThat(wan.controller().shuffle("A", Shuffle.JOB).getCarriedTo().getSitesList()).containsExactly("B");
      long served = shuffle.origin().servedBytes();
      assertWhole(shuffle, shuffle.fetch());
      assertThat(shuffle.origin().servedBytes()).isEqualTo(served);
    }
  }

  @Test
  void smallJobsAreNotWorthItAndTheirBytesAreWithdrawn() throws Exception {
    try (TestWan wan = new TestWan(15, new SpoolConfig(16 << 20, 0, Optional.empty()), 1.0); Shuffle shuffle = new Shuffle(wan)) {
      shuffle.maps(2, 50_000);
      assertThat(shuffle.offer().getKind()).isEqualTo(FetchDecision.Kind.BYPASS);
      Await.until("the controller knows", () -> wan.controller().progress("A", "B", Shuffle.JOB).getWithdrawnBytes() == 100_000);
      ShuffleReport report = wan.controller().shuffle("A", Shuffle.JOB);
      assertThat(report.hasCarriedTo()).isTrue();
      assertThat(report.getCarriedTo().getSitesList()).isEmpty();
      assertThat(wan.stats("A").get("outstandingBytes").asLong()).isZero();
    }
  }

  @Test
  void anEndedJobLeavesNothing() throws Exception {
    try (TestWan wan = new TestWan(16); Shuffle shuffle = begin(wan)) {
      shuffle.awaitDelivered(500_000);
      shuffle.origin().endJob(Shuffle.JOB);
      Await.until("the spool is empty", () -> wan.stats("B").get("spool").get("memoryUsedBytes").asLong() == 0);
      assertThat(wan.stats("A").get("outstandingBytes").asLong()).isZero();
      assertThat(shuffle.offer().getKind()).isEqualTo(FetchDecision.Kind.BYPASS);
      assertThat(shuffle.fetch().status()).isEqualTo(409);
    }
  }
}
