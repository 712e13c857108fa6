package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.Shuffle;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.ShuffleEnded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests transfers from handlers at one site to handlers at another, over two paths. */
@Timeout(60)
class AgentTransferTest {
  private static final String JOB = "job_1_1";
  private static final List<String> MAPS = List.of("attempt_1_1_m_000000_0", "attempt_1_1_m_000001_0", "attempt_1_1_m_000002_0");

  @Test
  void segmentsTravelOverBothPathsAndArriveAsTheyWere() throws Exception {
    try (TestWan wan = new TestWan(1)) {
      FakeHandler origin = wan.handler("A", 10);
      FakeHandler reader = wan.handler("B", 10);
      wan.awaitTunnels("A-B", "A-C-B");
      MAPS.forEach(map -> origin.finishMap(JOB, map, 700_000, 1_500_000));
      Await.until("redirect", () -> redirected(origin, reader));
      wan.controller().rates("A", JOB, "B", Map.of("A-B", 4e6, "A-C-B", 4e6));

      FetchClient.Answer answer = FetchClient.fetch(reader.ip(), wan.fetchAddress("B"), JOB, 1, origin.ip(), MAPS);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.head().getSegmentsList()).extracting(s -> s.getPartLength()).containsOnly(1_500_000L);
      assertThat(answer.body()).isEqualTo(origin.bytes(JOB, 1, MAPS));
      Await.until("all acknowledged", () -> wan.delivered("A-B") + wan.delivered("A-C-B") == 4_500_000);
      assertThat(wan.delivered("A-B")).isPositive();
      assertThat(wan.delivered("A-C-B")).isPositive();
    }
  }

  @Test
  void aLongFatPathHasSeveralConnectionsAndTheirOrderDoesNotMatter() throws Exception {
    SpoolConfig spool = new SpoolConfig(16 << 20, 0, Optional.empty());
    try (TestWan wan = new TestWan(22, site -> spool, 0, Duration.ofSeconds(2)); Shuffle shuffle = new Shuffle(wan)) {
      shuffle.maps(4, 1_500_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 4e6, "A-C-B", 2e6));
      Await.until("all connections are up", () -> connections(wan, "A-B") > 1 && connections(wan, "A-C-B") > 1);
      assertThat(shuffle.fetch().body()).isEqualTo(shuffle.expected());
      assertThat(wan.delivered("A-B")).isPositive();
    }
  }

  @Test
  void aPathThatIsNoLongerPlannedIsLeftWhileBytesFlow() throws Exception {
    try (TestWan wan = new TestWan(31); Shuffle shuffle = new Shuffle(wan)) {
      shuffle.maps(4, 1_500_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 1e6));
      CompletableFuture<FetchClient.Answer> answer = shuffle.fetching();
      shuffle.awaitDelivered(500_000);
      wan.controller().replan(20e6, "A", "B", "A-C-B");
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-C-B", 8e6));
      assertThat(answer.get(30, TimeUnit.SECONDS).body()).isEqualTo(shuffle.expected());
      Await.until("the end of A-B", () -> connections(wan, "A-B") == 0);
      assertThat(wan.delivered("A-C-B")).isPositive();
    }
  }

  @Test
  void whatTheOriginRefusesReachesTheReaderInItsWordsThroughBothAgents() throws Exception {
    try (TestWan wan = new TestWan(41); Shuffle shuffle = new Shuffle(wan)) {
      // before the offer, because segments that were offered may be read ahead
      shuffle.origin().refuse("no such segment: file.out.index of attempt_1_1_m_000001_0 is gone");
      shuffle.maps(2, 500_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 4e6));

      FetchClient.Answer answer = shuffle.fetch();

      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.reason()).contains("no such segment: file.out.index of attempt_1_1_m_000001_0 is gone");
    }
  }

  /** The shuffle ends while its bytes are on their way, between two reports of their progress. */
  @Test
  void theControllerHearsOfAllBytesOfAShuffleThatItEnds() throws Exception {
    try (TestWan wan = new TestWan(47); Shuffle shuffle = new Shuffle(wan)) {
      shuffle.maps(4, 1_500_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 2e6));
      CompletableFuture<FetchClient.Answer> answer = shuffle.fetching();
      shuffle.awaitDelivered(300_000);
      wan.controller().send("A", ControllerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(Shuffle.JOB)).build());
      wan.controller().send("B", ControllerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(Shuffle.JOB)).build());
      Await.until("the end", answer::isDone);
      JsonNode metrics = wan.stats("A").get("metrics");
      long saved = metrics.get("agent.compressed-plain-bytes").asLong() - metrics.get("agent.compressed-wire-bytes").asLong();
      long delivered = wan.delivered("A-B") - saved;
      Await.until("all bytes", () -> wan.controller().sent("A", "B", Shuffle.JOB) >= delivered);
    }
  }

  @Test
  void theControllerHearsOfProcessorTime() throws Exception {
    try (TestWan wan = new TestWan(43)) {
      Await.until("processor time of both", () -> wan.controller().processorMicros("A") > 0 && wan.controller().processorMicros("B") > 0);
    }
  }

  private static int connections(TestWan wan, String path) {
    for (JsonNode node : wan.stats("A").get("tunnels")) {
      List<String> sites = new ArrayList<>();
      node.get("path").forEach(site -> sites.add(site.asText()));
      if (String.join("-", sites).equals(path)) {
        return node.get("connections").asInt();
      }
    }
    return 0;
  }

  static boolean redirected(FakeHandler origin, FakeHandler reader) {
    try {
      return origin.offer(JOB, 1, reader.ip(), MAPS).getKind() == FetchDecision.Kind.REDIRECT;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
