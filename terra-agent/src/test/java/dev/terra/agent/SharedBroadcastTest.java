package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.agent.config.CacheConfig;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.TestOutputs;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.FetchProof;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.ShuffleReport;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Twelve tasks at site B read the same broadcast from site A, and B's agent has a cache. */
@Timeout(60)
class SharedBroadcastTest {
  private static final String JOB = "an edge";
  private static final String MAP = "attempt_1_1_1_00_000000_0_10003";
  private static final int LENGTH = 1_500_000;
  private static final int READERS = 12;
  private static final int SMALL = 3_000_000;
  private static final long ROOM = 32 << 20;

  @TempDir
  Path folder;

  private final ExecutorService threads = Executors.newFixedThreadPool(READERS);
  private TestWan wan;
  private FakeHandler origin;
  private FakeHandler reader;

  @BeforeEach
  void start() throws Exception {
    begin(ROOM);
  }

  private void begin(long room) throws Exception {
    wan = new TestWan(31);
    wan.cache(room);
    origin = wan.handler("A", 10);
    reader = wan.handler("B", 10);
    wan.awaitTunnels("A-B", "A-C-B", "B-A");
    origin.finishBroadcast(JOB, MAP, LENGTH);
    Await.until("redirect", () -> offered(List.of()).getKind() == Kind.REDIRECT);
  }

  @AfterEach
  void stop() throws IOException {
    threads.shutdownNow();
    wan.close();
  }

  private FetchDecision offered(List<String> maps) {
    return offered(JOB, maps);
  }

  private FetchDecision offered(String job, List<String> maps) {
    try {
      return origin.offer(job, 0, reader.ip(), maps);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private int redirected() {
    FetchDecision decision = offered(List.of(MAP));
    assertThat(decision.getKind()).as(decision.getReason()).isEqualTo(Kind.REDIRECT);
    return decision.getReader();
  }

  private FetchRequest request(int index) {
    return FetchRequest.newBuilder().setShuffle(JOB).setReader(index).setOriginIp(origin.ip())
        .addOutputs(TestOutputs.of(MAP)).setAnnounce(true).build();
  }

  private CompletableFuture<FetchClient.Answer> fetching(int index) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return FetchClient.fetch(reader.ip(), wan.fetchAddress("B"), request(index));
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }, threads);
  }

  private void assertWhole(CompletableFuture<FetchClient.Answer> fetch) throws Exception {
    FetchClient.Answer answer = fetch.get(30, TimeUnit.SECONDS);
    assertThat(answer.status()).as(answer.reason()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(origin.bytes(JOB, MAP, 0));
  }

  private long delivered() {
    return wan.delivered("A-B") + wan.delivered("A-C-B");
  }

  private JsonNode metrics() {
    return wan.stats("B").get("metrics");
  }

  @Test
  @DisplayName("its bytes cross the WAN once, and count once")
  void once() throws Exception {
    List<CompletableFuture<FetchClient.Answer>> fetches = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      assertThat(redirected()).isEqualTo(i);
      fetches.add(fetching(i));
    }
    wan.controller().rates("A", JOB, "B", Map.of("A-B", 8e6));
    for (CompletableFuture<FetchClient.Answer> fetch : fetches) {
      assertWhole(fetch);
    }
    Await.until("all acknowledged", () -> delivered() == LENGTH);
    assertThat(origin.servedBytes()).isEqualTo(LENGTH);
    ShuffleReport report = wan.controller().shuffle("A", JOB);
    assertThat(report.getBytesByReducerList()).containsExactly((long) LENGTH);
    assertThat(report.getFurtherBytesMap()).isEmpty();
    Await.until("the bundle is done", () -> {
      BundleProgress progress = wan.controller().progress("A", "B", JOB);
      return progress.getAcknowledgedBytes() == LENGTH && progress.getWithdrawnBytes() == 0;
    });
    assertThat(metrics().get("agent.cache-hits").asLong()).isEqualTo(READERS - 1);
    assertThat(metrics().get("agent.cache-served-bytes").asLong()).isEqualTo((long) READERS * LENGTH);
  }

  @Test
  @DisplayName("readers that the cache serves have been served by their redirects: the next one on the node is redirected too")
  void served() throws Exception {
    wan.controller().rates("A", JOB, "B", Map.of("A-B", 8e6));
    for (int i = 0; i < 3; i++) {
      assertThat(redirected()).isEqualTo(i);
      assertWhole(fetching(i));
    }
    assertThat(delivered()).isEqualTo(LENGTH);
  }

  @Test
  @DisplayName("a reader that guesses its proof gets nothing, though all bytes are at its site")
  void unproven() throws Exception {
    wan.controller().rates("A", JOB, "B", Map.of("A-B", 8e6));
    redirected();
    assertWhole(fetching(0));
    try (Socket socket = FetchClient.open(reader.ip(), wan.fetchAddress("B"))) {
      FetchClient.sendAsIs(socket, request(1).toBuilder().setProof(FetchProof.newBuilder().setReader(reader.ip())).build());
      FetchClient.Answer answer = FetchClient.read(socket);
      assertThat(answer.status()).isEqualTo(409);
    }
  }

  @Test
  @DisplayName("if the producer's output is gone, all of them go to the origin at once")
  void withdrawn() throws Exception {
    wan.controller().rates("A", JOB, "B", Map.of());
    List<CompletableFuture<FetchClient.Answer>> fetches = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      assertThat(redirected()).isEqualTo(i); // all before the first failure, after which readers of that node are not redirected any more
    }
    origin.refuse("no such output any more");
    for (int i = 0; i < READERS; i++) {
      fetches.add(fetching(i));
    }
    for (CompletableFuture<FetchClient.Answer> fetch : fetches) {
      assertThat(fetch.handle((answer, cut) -> cut != null || answer.status() == 409).get(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(metrics().get("agent.cache-used").asLong()).isZero();
  }

  @Test
  @DisplayName("an agent that ends between a store and a read has nothing afterwards, and the bytes cross again")
  void killed() throws Exception {
    wan.controller().rates("A", JOB, "B", Map.of("A-B", 8e6));
    redirected();
    assertWhole(fetching(0));
    wan.stopAgent("B");
    wan.startAgent("B");
    wan.awaitTunnels("A-B", "B-A");
    try (FakeHandler again = wan.handler("B", 10)) {
      assertThat(again.ip()).isEqualTo(reader.ip());
      assertWhole(fetching(1));
    }
    assertThat(origin.servedBytes()).isGreaterThanOrEqualTo(2L * LENGTH);
  }

  @Test
  @DisplayName("readers for whose bytes there is no room get them under their own indexes, and these count")
  void full() throws Exception {
    wan.close();
    begin(CacheConfig.MIN_MEMORY_BYTES);
    wan.controller().rates("A", JOB, "B", Map.of("A-B", 8e6));
    List<CompletableFuture<FetchClient.Answer>> fetches = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      fetches.add(fetching(redirected()));
    }
    for (CompletableFuture<FetchClient.Answer> fetch : fetches) {
      assertWhole(fetch);
    }
    Await.until("all count", () -> wan.controller().shuffle("A", JOB).getFurtherBytesOrDefault("B", 0) == 2L * LENGTH);
    Await.until("the bundle is done", () -> wan.controller().progress("A", "B", JOB).getAcknowledgedBytes() == 3L * LENGTH);
    assertThat(metrics().get("agent.cache-used").asLong()).isZero();
  }

  @Test
  @DisplayName("what left the cache's memory comes from its disk and does not cross again, and its file goes with the agent")
  void onDisk() throws Exception {
    wan.close();
    wan = new TestWan(35, site -> new SpoolConfig(16 << 20, 0, Optional.of(folder.resolve(site).toString())), 0, Duration.ZERO);
    wan.cache(ROOM / 2, ROOM);
    origin = wan.handler("A", 10);
    reader = wan.handler("B", 10);
    wan.awaitTunnels("A-B", "A-C-B", "B-A");
    for (int i = 0; i < READERS; i++) {
      origin.finishBroadcast("edge " + i, MAP, LENGTH);
      readBroadcast("edge " + i);
    }
    assertThat(metrics().get("agent.cache-disk-used").asLong()).isPositive();
    readBroadcast("edge 0");
    assertThat(origin.servedBytes()).isEqualTo((long) READERS * LENGTH);
    assertThat(metrics().get("agent.cache-disk-hits").asLong()).isEqualTo(1);
    assertThat(folder.resolve("B")).isDirectoryContaining("glob:**terra-cache.data");
    wan.stopAgent("B");
    assertThat(folder.resolve("B")).isEmptyDirectory();
    wan.startAgent("B");
  }

  private void readBroadcast(String job) throws Exception {
    wan.controller().rates("A", job, "B", Map.of("A-B", 4e7));
    Await.until("redirect", () -> offered(job, List.of()).getKind() == Kind.REDIRECT);
    FetchRequest request = request(offered(job, List.of(MAP)).getReader()).toBuilder().setShuffle(job).build();
    FetchClient.Answer answer = FetchClient.fetch(reader.ip(), wan.fetchAddress("B"), request);
    assertThat(answer.status()).as(answer.reason()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(origin.bytes(job, MAP, 0));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, ROOM})
  @DisplayName("what is small for one reader and not for the readers of a broadcast goes through Terra where they share it")
  void small(long room) throws Exception {
    wan.close();
    wan = new TestWan(33, new SpoolConfig(16 << 20, 0, Optional.empty()), 1.0);
    wan.cache(room);
    origin = wan.handler("A", 10);
    reader = wan.handler("B", 10);
    wan.awaitTunnels("A-B", "A-C-B", "B-A");
    origin.finishBroadcast(JOB, MAP, SMALL);
    if (room > 0) {
      Await.until("redirect", () -> offered(List.of()).getKind() == Kind.REDIRECT);
    }
    assertThat(offered(List.of(MAP)).getKind()).isEqualTo(room > 0 ? Kind.REDIRECT : Kind.BYPASS);
  }

  @Test
  @DisplayName("a job that ends takes its segments out of the cache")
  void ended() throws Exception {
    wan.controller().rates("A", JOB, "B", Map.of("A-B", 8e6));
    redirected();
    assertWhole(fetching(0));
    assertThat(metrics().get("agent.cache-used").asLong()).isGreaterThan(LENGTH);
    origin.endJob(JOB);
    Await.until("the cache is empty", () -> metrics().get("agent.cache-used").asLong() == 0);
  }
}
