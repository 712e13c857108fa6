package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.FetchDecision;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.FakeFetchServer.Behaviour;
import dev.terra.shuffle.support.FakeFetchServer;
import dev.terra.shuffle.support.FakeOrigin;
import dev.terra.shuffle.support.RawClient.Response;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of relays with slow readers, many readers, readers that leave, pipelined requests, and origins that break off. */
class RelayConditionsTest {
  private static final int BIG = 6_000_000;

  @TempDir
  private Path directory;
  private TwoSites sites;

  @BeforeEach
  void start() throws IOException {
    sites = new TwoSites(directory);
  }

  @AfterEach
  void stop() throws IOException {
    sites.close();
  }

  private RawClient relayClient() throws IOException {
    return new RawClient("127.0.0.1", sites.relay().port());
  }

  private String redirected(String uri, int originPort) throws IOException {
    String origin = "127.0.1.1:" + originPort + TwoSites.until();
    String message = "terra-relay-2\n127.0.0.1\n" + origin + "\n" + uri;
    byte[] hash = JobTokenSecretManager.computeHash(message.getBytes(StandardCharsets.UTF_8), sites.job().key());
    String signature = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    return RawClient.request(sites.job(), uri + "&terraOrigin=" + origin + "&terraSig=" + signature, uri, originPort);
  }

  @Test
  void aReaderThatPausesIsNoStall() throws IOException {
    sites = sites.anew(FastHandler.DEADLINE);
    sites.writeOutputs(BIG);
    sites.redirectAll();
    try (RawClient client = relayClient().send(redirected(sites.reducer().uri(1, 0), sites.origin().port()))) {
      String head = client.readHead();
      client.readBytes(1_000);
      LockSupport.parkNanos(FastHandler.DEADLINE.multipliedBy(4).toNanos());
      int rest = RawClient.contentLength(head) - 1_000;
      assertThat(client.readBytes(rest)).hasSize(rest);
    }
    sites.awaitRelayCounters("\"relayedBytes\":" + BIG + ",", "\"fallbacks\":0");
  }

  @Test
  void aReaderThatLeavesEndsTheFetch() throws IOException {
    sites.writeOutputs(BIG);
    sites.fetchServer().behave(Behaviour.STALLS_IN_MID_BODY);
    try (RawClient client = relayClient().send(redirected(sites.reducer().uri(1, 0), sites.origin().port()))) {
      client.readHead();
    }
    Waiting.until("the node serves on", () -> fetches(Behaviour.GOOD));
    sites.awaitRelayCounters("\"fallbacks\":0");
  }

  private boolean fetches(Behaviour behaviour) {
    sites.fetchServer().behave(behaviour);
    try (RawClient client = relayClient().send(redirected(sites.reducer().uri(1, 0), sites.origin().port()))) {
      return client.read().head().contains(" 200 ");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void manyAtOnce() throws Exception {
    int maps = 24;
    int[] lengths = new Random(1).ints(maps, 1, 400_000).toArray();
    List<Part> parts = sites.writeOutputs(lengths);
    sites.redirectAll();
    ExecutorService reducers = Executors.newFixedThreadPool(maps);
    try {
      List<Future<Reducer.Answer>> answers = new ArrayList<>();
      for (int map = 0; map < maps; map++) {
        int wanted = map;
        answers.add(reducers.submit(() -> sites.reducer().fetch(1, wanted, (wanted + 1) % maps)));
      }
      for (int map = 0; map < maps; map++) {
        assertThat(answers.get(map).get().parts()).containsExactly(parts.get(map), parts.get((map + 1) % maps));
      }
    } finally {
      reducers.shutdownNow();
    }
    sites.awaitRelayCounters("\"fallbacks\":0");
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws IOException {
    sites.writeOutputs(10_000, 20_000, 30_000, 40_000);
    sites.agentOf("A").decide(offer -> {
      LockSupport.parkNanos(30_000_000);
      return Optional.of(FetchDecision.newBuilder().setKind(Kind.BYPASS).build());
    });
    StringBuilder requests = new StringBuilder();
    for (int map = 0; map < 4; map++) {
      String uri = sites.reducer().uri(1, map) + "&keepAlive=true";
      requests.append(RawClient.request(sites.job(), uri, uri, sites.origin().port()));
    }
    try (RawClient client = new RawClient("127.0.1.1", sites.origin().port()).send(requests.toString())) {
      for (int map = 0; map < 4; map++) {
        Response response = client.read();
        assertThat(response.head()).contains("200 OK");
        assertThat(response.bodyBytes()).isBetween(10_000 * (map + 1), 10_000 * (map + 1) + 100);
      }
    }
  }

  /** Hundreds of requests arrive with one read, and each answer belongs to its request. */
  @Test
  void noneOfManyPipelinedRequestsIsSkipped() throws Exception {
    int requests = 1_500;
    int[] lengths = IntStream.rangeClosed(1, 7).map(map -> map * 100).toArray();
    sites.writeOutputs(lengths);
    sites.agentOf("A").decide(offer -> Optional.of(FetchDecision.newBuilder().setKind(Kind.BYPASS).build()));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < requests; i++) {
      String uri = sites.reducer().uri(1, i % lengths.length) + "&keepAlive=true";
      text.append("GET ").append(uri).append(" HTTP/1.1\r\nname:mapreduce\r\nversion:1.0.0\r\nUrlHash:")
          .append(RawClient.urlHash(sites.job(), uri, sites.origin().port())).append("\r\n\r\n");
    }
    try (RawClient client = new RawClient("127.0.1.1", sites.origin().port())) {
      CompletableFuture<RawClient> sent = CompletableFuture.supplyAsync(() -> {
        try {
          return client.send(text.toString());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
      for (int i = 0; i < requests; i++) {
        Response response = client.read();
        assertThat(response.head()).as("answer %s", i).contains("200 OK");
        assertThat(response.bodyBytes()).as("answer %s", i).isBetween(lengths[i % lengths.length], lengths[i % lengths.length] + 99);
      }
      assertThat(sent.get()).isSameAs(client);
    }
  }

  @Test
  void aRedirectEndsItsConnection() throws IOException {
    sites.writeOutputs(10, 20);
    sites.redirectAll();
    String first = sites.reducer().uri(1, 0);
    String second = sites.reducer().uri(1, 1);
    try (RawClient client = new RawClient("127.0.1.1", sites.origin().port())) {
      client.send(RawClient.request(sites.job(), first, first, sites.origin().port())
          + RawClient.request(sites.job(), second, second, sites.origin().port()));
      assertThat(client.read().head()).contains("307 Temporary Redirect",
          "location: http://127.0.0.1:" + sites.relay().port() + first)
          .containsIgnoringCase("connection: close");
      assertThat(client.isAtEnd()).isTrue();
    }
    sites.awaitOriginCounters("\"redirectedFetches\":1,");
  }

  @Test
  void aRelayOnAKeptConnectionOutlivesHadoopsIdleTimer() throws IOException {
    sites = sites.anew(Duration.ofMillis(1_800));
    sites.writeOutputs(10);
    sites.job().writeOutput(sites.relay().localDirectory(0), 8, 5, 6, 7);
    sites.fetchServer().behave(Behaviour.STALLS_BEFORE_HEAD);
    String local = sites.reducer().uri(1, 8) + "&keepAlive=true";
    try (RawClient client = relayClient()) {
      client.send(RawClient.request(sites.job(), local, local, sites.relay().port()));
      assertThat(client.read().head()).contains("200 OK");
      client.send(redirected(sites.reducer().uri(1, 0), sites.origin().port()));
      assertThat(client.read().head()).contains("200 OK").containsIgnoringCase("connection: close");
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void resumesFromAnOriginThatBreaksOff(boolean skipping) throws IOException {
    byte[] body = new byte[200_000];
    new Random(1).nextBytes(body);
    sites.agentOf("B").close();
    try (FakeOrigin origin = new FakeOrigin(sites.job(), body, skipping, 70_000, skipping ? 50_000 : 120_000);
        RawClient client = relayClient().send(redirected(sites.reducer().uri(1, 0), origin.port()))) {
      assertThat(RawClient.contentLength(client.readHead())).isEqualTo(body.length);
      assertThat(client.readBytes(body.length)).isEqualTo(body);
      assertThat(client.isAtEnd()).isTrue();
      assertThat(origin.skips()).containsExactly(0L, 70_000L, 120_000L);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RESETS_IN_MID_BODY", "CLOSES_IN_MID_BODY", "DECLINES"})
  void anAgentThatGivesUpOneFetchIsAskedForTheNext(Behaviour behaviour) throws IOException {
    List<Part> parts = sites.writeOutputs(200_000, 100_000);
    sites.redirectAll();
    sites.fetchServer().behave(behaviour);
    assertThat(sites.reducer().fetch(1, 0).parts()).containsExactly(parts.get(0));
    sites.fetchServer().behave(Behaviour.GOOD);
    assertThat(sites.reducer().fetch(1, 1).parts()).containsExactly(parts.get(1));
    sites.awaitRelayCounters("\"fallbacks\":1");
    assertThat(sites.fetchServer().requests()).hasSize(2);
  }

  @Test
  void givesUpOnAnOriginThatAlwaysBreaksOff() throws IOException {
    byte[] body = new byte[200_000];
    try (FakeOrigin origin = new FakeOrigin(sites.job(), body, true, 10, 10, 10, 10, 10, 10);
        RawClient client = relayClient()) {
      sites.fetchServer().behave(Behaviour.DECLINES);
      client.send(redirected(sites.reducer().uri(1, 0), origin.port()));
      client.readHead();
      assertThat(client.readBytes(body.length)).hasSize(30);
      assertThat(origin.skips()).hasSize(3);
    }
  }

  @Test
  void saysSoWhenTheOriginIsGone() throws IOException {
    sites.fetchServer().behave(Behaviour.DECLINES);
    try (RawClient client = relayClient().send(redirected(sites.reducer().uri(1, 0), 1))) {
      assertThat(client.readText()).contains("502 Bad Gateway").contains("declined: " + FakeFetchServer.DECLINE + " at byte 0")
          .contains("origin ").contains("no connection");
    }
  }

  @Test
  void saysWhatTheOriginSaid() throws IOException {
    sites.fetchServer().behave(Behaviour.DECLINES);
    sites.writeOutputs(100);
    sites.removeOutput(0);
    try (RawClient client = relayClient().send(redirected(sites.reducer().uri(1, 0), sites.origin().port()))) {
      assertThat(client.readText()).contains("500 Internal Server Error").contains("declined: " + FakeFetchServer.DECLINE + " at byte 0")
          .containsPattern("origin \\S+: status 500: .*file\\.out\\.index");
    }
  }

  @Test
  void anOriginWithAnotherTokenIsNotBelieved() throws IOException {
    sites.fetchServer().behave(Behaviour.DECLINES);
    try (FakeOrigin origin = new FakeOrigin(new TestJob(5), new byte[100], true);
        RawClient client = relayClient().send(redirected(sites.reducer().uri(1, 0), origin.port()))) {
      assertThat(client.read().head()).contains("502 Bad Gateway");
    }
  }
}
