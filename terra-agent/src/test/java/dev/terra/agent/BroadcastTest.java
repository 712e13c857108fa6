package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.TestOutputs;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.EarlierReader;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.ShuffleReport;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several tasks at site B, on one node, read the same broadcast from site A. Readers there are 1, 4 and 7: sites are three. */
@Timeout(60)
class BroadcastTest {
  private static final String JOB = "job_1_1_dag_1_vertex_00_parts_1";
  private static final String MAP = "attempt_1_1_1_00_000000_0_10003";
  private static final int SITES = 3;
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
    origin.finishBroadcast(JOB, MAP, SITES, LENGTH);
    Await.until("redirect", () -> offered(List.of(), 1) == Kind.REDIRECT);
    assertThat(offered(1)).isEqualTo(Kind.REDIRECT);
    wan.controller().rates("A", JOB, "B", Map.of("A-B", 8e6));
  }

  @AfterEach
  void stop() throws IOException {
    wan.close();
  }

  /** What the controller knows of bytes to site B. */
  private long volume() {
    ShuffleReport report = wan.controller().shuffle("A", JOB);
    return report == null ? 0 : report.getBytesByReducer(1);
  }

  private long delivered() {
    return wan.delivered("A-B") + wan.delivered("A-C-B");
  }

  private long accounted() {
    BundleProgress progress = wan.controller().progress("A", "B", JOB);
    return progress == null ? 0 : progress.getAcknowledgedBytes() + progress.getWithdrawnBytes();
  }

  private static EarlierReader earlier(int number, boolean due) {
    return EarlierReader.newBuilder().setOutput(TestOutputs.of(MAP)).setReduce(number).setDue(due).build();
  }

  private Kind offered(int number, EarlierReader... earlier) {
    return offered(List.of(MAP), number, earlier);
  }

  private Kind offered(List<String> maps, int number, EarlierReader... earlier) {
    try {
      FetchOffer more = FetchOffer.newBuilder().setBroadcastSites(SITES).addAllEarlier(List.of(earlier)).build();
      return origin.offer(JOB, number, reader.ip(), maps, more).getKind();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private FetchRequest request(int number) {
    return FetchRequest.newBuilder().setShuffle(JOB).setPartition(number).setOriginIp(origin.ip())
        .addOutputs(TestOutputs.of(MAP)).setAnnounce(true).build();
  }

  private void fetch(int number) throws IOException {
    FetchClient.Answer answer = FetchClient.fetch(reader.ip(), wan.fetchAddress("B"), request(number));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(origin.bytes(JOB, MAP, number));
  }

  @Test
  @DisplayName("each gets its bytes through Terra, and they count as bytes to its site")
  void all() throws IOException {
    assertThat(offered(4, earlier(1, false))).isEqualTo(Kind.REDIRECT);
    assertThat(offered(7, earlier(1, false), earlier(4, false))).isEqualTo(Kind.REDIRECT);
    fetch(4);
    fetch(1);
    fetch(7);
    Await.until("all acknowledged", () -> delivered() == 3 * LENGTH);
    Await.until("volumes and places", () -> wan.controller().shuffle("A", JOB).getBytesByReducerList()
        .equals(List.of((long) LENGTH, 3L * LENGTH, (long) LENGTH))
        && wan.controller().placement("A", JOB).getSiteByReducerMap().equals(Map.of(1, "B")));
    Await.until("the bundle is done", () -> wan.controller().progress("A", "B", JOB).getAcknowledgedBytes() == 3 * LENGTH);
  }

  @Test
  @DisplayName("an offer that comes again counts once")
  void again() throws IOException {
    assertThat(offered(4, earlier(1, false))).isEqualTo(Kind.REDIRECT);
    assertThat(offered(4, earlier(1, false))).isEqualTo(Kind.REDIRECT);
    Await.until("volumes", () -> volume() == 2 * LENGTH);
    fetch(1);
    fetch(4);
    assertThat(volume()).isEqualTo(2 * LENGTH);
  }

  @Test
  @DisplayName("whose bytes are at the site, but were never asked for in the time that takes, was not served by its redirect")
  void neverAsked() throws IOException {
    Await.until("all pushed", () -> delivered() == LENGTH);
    assertThat(offered(4, earlier(1, true))).isEqualTo(Kind.STOCK);
    fetch(1);
    Await.until("the reader was announced", () -> offered(4, earlier(1, true)) == Kind.REDIRECT);
    fetch(4);
  }

  @Test
  @DisplayName("after a fetch that broke off the next one goes directly, and is in no volume")
  void brokeOff() throws IOException {
    wan.controller().rates("A", JOB, "B", Map.of("A-B", 200e3));
    try (InputStream in = FetchClient.stream(reader.ip(), wan.fetchAddress("B"), request(1))) {
      assertThat(in.read()).isNotNegative();
    }
    Await.until("the reader's end is known", () -> offered(4, earlier(1, false)) == Kind.STOCK);
    Await.until("what was not sent is withdrawn", () -> accounted() == volume());
  }
}
