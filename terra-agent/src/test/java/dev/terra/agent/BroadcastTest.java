package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.TestOutputs;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.ShuffleReport;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several tasks at site B, on one node, read the same broadcast from site A. The first one is redirected before each test. */
@Timeout(60)
class BroadcastTest {
  private static final String JOB = "an edge";
  private static final String MAP = "attempt_1_1_1_00_000000_0_10003";
  private static final int LENGTH = 1_500_000;

  private TestWan wan;
  private FakeHandler origin;
  private FakeHandler reader;

  @BeforeEach
  void start() throws Exception {
    wan = new TestWan(3);
    origin = wan.handler("A", 10);
    reader = wan.handler("B", 10);
    wan.awaitTunnels("A-B", "A-C-B");
    origin.finishBroadcast(JOB, MAP, LENGTH);
    Await.until("redirect", () -> offered(List.of()).getKind() == Kind.REDIRECT);
    redirected(0);
    wan.controller().rates("A", JOB, "B", Map.of("A-B", 8e6));
  }

  @AfterEach
  void stop() throws IOException {
    wan.close();
  }

  /** Returns how many bytes to site B the agent of A has reported to the controller. */
  private long volume() {
    ShuffleReport report = wan.controller().shuffle("A", JOB);
    return report == null ? 0 : report.getBytesByReducer(0) + report.getFurtherBytesOrDefault("B", 0);
  }

  private long delivered() {
    return wan.delivered("A-B") + wan.delivered("A-C-B");
  }

  private long accounted() {
    BundleProgress progress = wan.controller().progress("A", "B", JOB);
    return progress == null ? 0 : progress.getAcknowledgedBytes() + progress.getWithdrawnBytes();
  }

  /** Returns whether another reader is to fetch its bytes directly. If it is to be redirected, the redirect is reported as not sent. */
  private boolean directly() {
    Kind kind = offered(List.of(MAP)).getKind();
    if (kind == Kind.REDIRECT) {
      origin.redirectUnsent();
    }
    return kind == Kind.STOCK;
  }

  private FetchDecision offered(List<String> maps) {
    try {
      return origin.offer(JOB, 0, reader.ip(), maps);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void redirected(int index) {
    FetchDecision decision = offered(List.of(MAP));
    assertThat(decision.getKind()).isEqualTo(Kind.REDIRECT);
    assertThat(decision.getReader()).isEqualTo(index);
  }

  private FetchRequest request(int index) {
    return FetchRequest.newBuilder().setShuffle(JOB).setReader(index).setOriginIp(origin.ip())
        .addOutputs(TestOutputs.of(MAP)).setAnnounce(true).build();
  }

  private void fetch(int index) throws IOException {
    FetchClient.Answer answer = FetchClient.fetch(reader.ip(), wan.fetchAddress("B"), request(index));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(origin.bytes(JOB, MAP, 0));
  }

  @Test
  @DisplayName("each gets its bytes through Terra under an index of its own, and they count as bytes to its site")
  void all() throws IOException {
    redirected(1);
    redirected(2);
    fetch(1);
    fetch(0);
    fetch(2);
    Await.until("all acknowledged", () -> delivered() == 3 * LENGTH);
    Await.until("volumes", () -> volume() == 3 * LENGTH);
    ShuffleReport report = wan.controller().shuffle("A", JOB);
    assertThat(report.getBytesByReducerList()).containsExactly((long) LENGTH);
    assertThat(report.getFurtherBytesMap()).isEqualTo(Map.of("B", 2L * LENGTH));
    assertThat(wan.controller().placement("A", JOB).getReadingSitesList()).containsExactly("B");
    assertThat(wan.controller().placement("A", JOB).getSiteByReducerMap()).isEmpty();
    Await.until("the bundle is done", () -> wan.controller().progress("A", "B", JOB).getAcknowledgedBytes() == 3 * LENGTH);
  }

  @Test
  @DisplayName("the index of a redirect that was not sent goes to the next, and its bytes count once")
  void unsent() throws IOException {
    redirected(1);
    origin.redirectUnsent();
    redirected(1);
    Await.until("volumes", () -> volume() == 2 * LENGTH);
    fetch(0);
    fetch(1);
    assertThat(volume()).isEqualTo(2 * LENGTH);
  }

  @Test
  @DisplayName("whose bytes are at the site, but were never asked for in the time that takes, was not served by its redirect")
  void neverAsked() throws IOException {
    Await.until("all pushed", () -> delivered() == LENGTH);
    assertThat(directly()).isFalse();
    Await.until("the redirect is due", Duration.ofSeconds(30), this::directly);
    fetch(0);
    Await.until("the reader was announced", () -> !directly());
    redirected(1);
    fetch(1);
  }

  @Test
  @DisplayName("after a fetch that broke off the next one goes directly, and is in no volume")
  void brokeOff() throws IOException {
    wan.controller().rates("A", JOB, "B", Map.of("A-B", 200e3));
    try (InputStream in = FetchClient.stream(reader.ip(), wan.fetchAddress("B"), request(0))) {
      assertThat(in.read()).isNotNegative();
    }
    Await.until("the reader's end is known", this::directly);
    Await.until("what was not sent is withdrawn", () -> accounted() == volume());
  }
}
