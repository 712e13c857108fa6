package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.support.Await;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.Shuffle;
import dev.terra.agent.support.TestTls;
import dev.terra.agent.support.TestWan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests whole agents and their controller, with TLS on all connections. */
@Timeout(180)
class TlsAgentsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir
  private Path directory;

  @Test
  void segmentsTravelOverBothPathsAndArriveAsTheyWere() throws Exception {
    try (TestTls tls = new TestTls(directory); TestWan wan = new TestWan(41, tls); Shuffle shuffle = new Shuffle(wan)) {
      shuffle.maps(4, 1_500_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 4e6, "A-C-B", 4e6));
      FetchClient.Answer answer = shuffle.fetch();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo(shuffle.expected());
      shuffle.awaitDelivered(6_000_000);
      assertThat(wan.delivered("A-B")).isPositive();
      assertThat(wan.delivered("A-C-B")).isPositive();
      assertThat(wan.stats("A").get("tls").get("identity").asText()).isEqualTo("terra://site/A");
    }
  }

  /** While bytes are on their way, all files are replaced by those of another authority. Then every connection is opened anew. */
  @Test
  void newFilesAreUsedWithoutLosingATransfer() throws Exception {
    try (TestTls tls = new TestTls(directory); TestWan wan = new TestWan(42, tls); Shuffle shuffle = new Shuffle(wan)) {
      shuffle.maps(6, 1_500_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 100e3, "A-C-B", 100e3));
      CompletableFuture<FetchClient.Answer> fetching = shuffle.fetching();
      shuffle.awaitDelivered(100_000);
      String before = wan.stats("A").get("tls").get("validUntil").asText();
      tls.changeAuthority();
      for (String site : TestWan.sites()) {
        tls.replace(site, TestTls.days(-1, 70));
      }
      Await.until("new files in use", PATIENCE, () -> TestWan.sites().stream()
          .noneMatch(site -> wan.stats(site).get("tls").get("validUntil").asText().equals(before)));
      assertThat(fetching).as("the rates don't let it end so soon").isNotDone();
      for (String link : new String[] {"AB", "AC", "CB"}) {
        wan.link(link.substring(0, 1), link.substring(1)).cut();
      }
      for (String link : new String[] {"AB", "AC", "CB"}) {
        wan.link(link.substring(0, 1), link.substring(1)).restore();
      }
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 8e6, "A-C-B", 8e6));
      FetchClient.Answer answer = fetching.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(answer.body()).isEqualTo(shuffle.expected());
    }
  }

  @Test
  void anAgentDoesNotStartWithACertificateThatIsOfNoUse() throws Exception {
    try (TestTls tls = new TestTls(directory); TestWan wan = new TestWan(43, tls)) {
      wan.stopAgent("B");
      tls.replace("B", TestTls.days(-2, -1));
      assertThatThrownBy(() -> wan.startAgent("B")).isInstanceOf(UncheckedIOException.class)
          .cause().isInstanceOf(IOException.class).hasMessageContaining("certificate.pem: the certificate expired on ")
          .message().doesNotContain("\n");
    }
  }
}
