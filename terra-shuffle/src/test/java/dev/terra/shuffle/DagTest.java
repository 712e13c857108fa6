package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.MapOutputs;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.FakeFetchServer.Behaviour;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.Reducer.Answer;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests of fetches of Tez's tasks: they are redirected like MapReduce's, each edge is a shuffle of its own, and no client is asked to come
 * back later.
 */
class DagTest {
  @TempDir
  private Path directory;
  private TwoSites sites;

  @BeforeEach
  void start() throws IOException {
    sites = new TwoSites(directory);
    sites.redirectAll();
  }

  @AfterEach
  void stop() throws IOException {
    sites.close();
  }

  /** Returns the name of a task's output. The last number of the name depends on what else the task's process has run. */
  private static String output(int dag, int vertex, int task) {
    return "attempt_1700000000000_0001_%d_%02d_%06d_0_%d".formatted(dag, vertex, task, 10_003 + 7 * task);
  }

  private Answer fetch(int dag, int partition, String... outputs) throws IOException {
    return sites.reducer().get("/mapOutput?job=" + sites.job().id() + "&dag=" + dag + "&reduce=" + partition + "&map="
        + String.join(",", outputs));
  }

  private List<FetchOffer> offers() {
    return sites.agentOf("A").received().stream().filter(HandlerMessage::hasOffer).map(HandlerMessage::getOffer).toList();
  }

  private List<MapOutputs> announced() {
    return sites.agentOf("A").received().stream().filter(HandlerMessage::hasMapOutputs).map(HandlerMessage::getMapOutputs).toList();
  }

  private String shuffle(int dag, int vertex, int parts) {
    return "%s_dag_%d_vertex_%02d_parts_%d".formatted(sites.job().id(), dag, vertex, parts);
  }

  @Test
  @DisplayName("a fetch is redirected and relayed under the name of its edge")
  void relayed() throws IOException {
    List<Part> first = sites.write(output(1, 0, 0), 100, 200_000, 0);
    List<Part> second = sites.write(output(1, 0, 1), 5, 300_000, 0);
    assertThat(fetch(1, 1, output(1, 0, 0), output(1, 0, 1)).parts()).containsExactly(first.get(1), second.get(1));
    sites.awaitRelayCounters("\"relayedBytes\":500000,", "\"fallbacks\":0");
    assertThat(sites.fetchServer().requests()).singleElement()
        .satisfies(request -> assertThat(request.getShuffle()).isEqualTo(shuffle(1, 0, 3)))
        .satisfies(request -> assertThat(request.getPartition()).isEqualTo(1));
    assertThat(offers().get(0).getShuffle()).isEqualTo(shuffle(1, 0, 3));
    assertThat(announced()).isNotEmpty().allMatch(outputs -> outputs.getShuffle().equals(shuffle(1, 0, 3)));
  }

  @Test
  @DisplayName("edges are distinguished by vertex and number of partitions")
  void edges() throws IOException {
    sites.write(output(1, 0, 0), 1, 2, 3);
    sites.write(output(1, 1, 0), 4, 5, 6);
    sites.write(output(1, 0, 1), 7, 8);
    Waiting.until("all are announced", () -> announced().size() == 3);
    assertThat(announced()).extracting(MapOutputs::getShuffle)
        .containsExactlyInAnyOrder(shuffle(1, 0, 3), shuffle(1, 1, 3), shuffle(1, 0, 2));
  }

  @Test
  @DisplayName("a broadcast is announced, offered and read by its one partition")
  void broadcast() throws IOException {
    List<Part> only = sites.write(output(1, 2, 0), 400_000);
    assertThat(fetch(1, 0, output(1, 2, 0)).parts()).isEqualTo(only);
    assertThat(announced().get(0).getOutputs(0).getPartLengthsList()).containsExactly(400_000L);
    assertThat(offers().get(0).getPartition()).isZero();
    assertThat(sites.fetchServer().requests().get(0).getPartition()).isZero();
    assertThat(sites.fetchServer().requests().get(0).getReader()).isZero();
    assertThat(sites.agentOf("A").received()).filteredOn(HandlerMessage::hasDescription)
        .allMatch(message -> message.getDescription().getBroadcast()).isNotEmpty();
    sites.awaitRelayCounters("\"relayedBytes\":400000,", "\"fallbacks\":0");
  }

  @Test
  @DisplayName("each of several readers of a broadcast on one node reads under the index that the origin's agent gives it")
  void severalReaders() throws IOException {
    List<Part> only = sites.write(output(1, 2, 0), 400_000);
    giveIndexes();
    for (int reader = 0; reader < 3; reader++) {
      assertThat(fetch(1, 0, output(1, 2, 0)).parts()).isEqualTo(only);
    }
    sites.awaitRelayCounters("\"relayedBytes\":1200000,", "\"fallbacks\":0");
    sites.awaitOriginCounters("\"redirectedFetches\":3,", "\"stockBytes\":0,");
    assertThat(sites.fetchServer().requests()).extracting(FetchRequest::getReader).containsExactly(0, 1, 2);
    assertThat(sites.fetchServer().requests()).extracting(FetchRequest::getPartition).containsOnly(0);
    assertThat(sites.fetchServer().requests()).allMatch(FetchRequest::getAnnounce);
    assertThat(offers()).hasSize(3);
    assertThat(unsent()).isEmpty();
  }

  /** Lets site A's agent redirect every reader, each under the next index. */
  private void giveIndexes() throws IOException {
    int port = sites.relay().port();
    AtomicInteger next = new AtomicInteger();
    sites.agentOf("A").decide(offer -> Optional.of(FetchDecision.newBuilder().setKind(Kind.REDIRECT).setShufflePort(port)
        .setReader(next.getAndIncrement()).build()));
  }

  private List<Long> unsent() {
    return sites.agentOf("A").received().stream().filter(HandlerMessage::hasUnsent).map(message -> message.getUnsent().getOffer())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "-1, 0", "0, 70000"})
  @DisplayName("a redirect that is not sent, because its port or its reader's index is invalid, is reported to the agent")
  void unusable(int reader, int port) throws IOException {
    List<Part> parts = sites.write(output(1, 2, 0), 1, 400_000);
    int told = port == 0 ? sites.relay().port() : port;
    sites.agentOf("A").decide(offer -> Optional.of(FetchDecision.newBuilder().setKind(Kind.REDIRECT).setShufflePort(told)
        .setReader(reader).build()));
    assertThat(fetch(1, 1, output(1, 2, 0)).parts()).containsExactly(parts.get(1));
    sites.awaitOriginCounters("\"redirectedFetches\":0,", "\"stockBytes\":400000,");
    Waiting.until("the agent hears of it", () -> unsent().equals(List.of(offers().get(0).getOffer())));
  }

  @Test
  @DisplayName("a redirect that the agent decides after its client has been served is reported to the agent as not sent")
  void late() throws IOException {
    List<Part> only = sites.write(output(1, 2, 0), 400_000);
    int port = sites.relay().port();
    sites.agentOf("A").decide(offer -> Optional.empty());
    assertThat(fetch(1, 0, output(1, 2, 0)).parts()).isEqualTo(only);
    long offer = offers().get(0).getOffer();
    sites.agentOf("A").say(AgentMessage.newBuilder().setDecision(
        FetchDecision.newBuilder().setOffer(offer).setKind(Kind.REDIRECT).setShufflePort(port)).build());
    Waiting.until("the agent hears of it", () -> unsent().equals(List.of(offer)));
  }

  @Test
  @DisplayName("a second request for a part of an output with several parts is served directly, without an offer to the agent")
  void repeat() throws IOException {
    List<Part> parts = sites.write(output(1, 0, 0), 1, 20_000);
    assertThat(fetch(1, 1, output(1, 0, 0)).parts()).containsExactly(parts.get(1));
    assertThat(fetch(1, 1, output(1, 0, 0)).parts()).containsExactly(parts.get(1));
    sites.awaitOriginCounters("\"redirectedFetches\":1,", "\"stockBytes\":20000,");
    assertThat(offers()).hasSize(1);
  }

  @Test
  @DisplayName("a reader of a broadcast that the agent has refused is offered to the agent again when it makes another request")
  void refusedReader() throws IOException {
    List<Part> only = sites.write(output(1, 2, 0), 400_000);
    sites.agentOf("A").decide(Kind.BYPASS, 0);
    assertThat(fetch(1, 0, output(1, 2, 0)).parts()).isEqualTo(only);
    sites.redirectAll();
    assertThat(fetch(1, 0, output(1, 2, 0)).parts()).isEqualTo(only);
    assertThat(offers()).hasSize(2);
    assertThat(unsent()).isEmpty();
    sites.awaitOriginCounters("\"redirectedFetches\":1,", "\"bypassedBytes\":400000,");
  }

  @Test
  @DisplayName("a further reader of a broadcast that cannot be relayed is sent back with a mark, and is served")
  void furtherReaderSentBack() throws IOException {
    List<Part> only = sites.write(output(1, 2, 0), 400_000);
    giveIndexes();
    sites.forgetSitesAtRelay();
    assertThat(fetch(1, 0, output(1, 2, 0)).parts()).isEqualTo(only);
    sites.awaitOriginCounters("\"redirectedFetches\":2,", "\"stockBytes\":400000,");
    assertThat(offers()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"&terraBack=1, 200", "&terraBack=2, 401", "&terraBack=1&terraBack=1, 401"})
  @DisplayName("the mark of a client that was sent back is not part of what the client signed, and proves nothing")
  void mark(String mark, int status) throws IOException {
    sites.write(output(1, 2, 0), 400);
    String uri = "/mapOutput?job=" + sites.job().id() + "&dag=1&reduce=0&map=" + output(1, 2, 0);
    try (RawClient client = new RawClient("127.0.1.1", sites.origin().port())) {
      String head = client.send(RawClient.request(sites.job(), uri + mark, uri, sites.origin().port())).readHead();
      assertThat(head).startsWith("HTTP/1.1 " + status + " ");
    }
    assertThat(offers()).isEmpty();
  }

  @Test
  @DisplayName("the shuffles of a DAG end when a later DAG of the session has outputs, and with the job")
  void ends() throws IOException {
    sites.write(output(1, 0, 0), 1, 2);
    sites.write(output(1, 1, 0), 1, 2);
    Waiting.until("the first DAG is known", () -> announced().size() == 2);
    sites.write(output(2, 0, 0), 1, 2);
    Waiting.until("the first DAG is over", () -> ended().containsAll(List.of(shuffle(1, 0, 2), shuffle(1, 1, 2))));
    assertThat(ended()).doesNotContain(shuffle(2, 0, 2));
    sites.endJob();
    Waiting.until("the second DAG is over", () -> ended().contains(shuffle(2, 0, 2)));
  }

  private List<String> ended() {
    return sites.agentOf("A").received().stream().filter(HandlerMessage::hasEnded).map(message -> message.getEnded().getShuffle())
        .toList();
  }

  @ParameterizedTest
  @EnumSource(value = Behaviour.class, names = {"GOOD", "FLIPS_A_BIT", "FLIPS_A_BIT_AND_CLOSES"}, mode = Mode.EXCLUDE)
  @DisplayName("whatever the agent does, all bytes arrive")
  void agentFails(Behaviour behaviour) throws IOException {
    sites = sites.anew(FastHandler.DEADLINE);
    sites.redirectAll();
    List<Part> parts = sites.write(output(1, 0, 0), 100, 200_000);
    sites.fetchServer().behave(behaviour);
    assertThat(fetch(1, 1, output(1, 0, 0)).parts()).containsExactly(parts.get(1));
  }

  @ParameterizedTest
  @EnumSource(value = Behaviour.class, names = {"FLIPS_A_BIT", "FLIPS_A_BIT_AND_CLOSES"})
  @DisplayName("a response in which a bit has changed is cut short, and the next one is right")
  void corrupt(Behaviour behaviour) throws IOException {
    sites = sites.anew(FastHandler.DEADLINE);
    sites.redirectAll();
    List<Part> parts = sites.write(output(1, 0, 0), 100, 200_000);
    sites.fetchServer().behave(behaviour);
    assertThatThrownBy(() -> fetch(1, 1, output(1, 0, 0))).as("fewer bytes than announced").isInstanceOf(IOException.class);
    assertThat(fetch(1, 1, output(1, 0, 0)).parts()).containsExactly(parts.get(1));
  }

  @ParameterizedTest
  @CsvSource({"0-1", "0-2", "1-1"})
  @DisplayName("a request for a range of partitions is left to Hadoop's handler, which refuses it")
  void composite(String range) throws IOException {
    sites.write(output(1, 0, 0), 1, 2, 3);
    String uri = "/mapOutput?job=" + sites.job().id() + "&dag=1&reduce=" + range + "&map=" + output(1, 0, 0);
    assertThat(sites.reducer().get(uri).status()).isEqualTo(400);
    assertThat(offers()).isEmpty();
  }

  @Test
  @DisplayName("outputs of several vertices in one request take the stock path")
  void mixed() throws IOException {
    List<Part> first = sites.write(output(1, 0, 0), 1, 2);
    List<Part> second = sites.write(output(1, 1, 0), 3, 4);
    assertThat(fetch(1, 1, output(1, 0, 0), output(1, 1, 0)).parts()).containsExactly(first.get(1), second.get(1));
    assertThat(offers()).isEmpty();
  }

  @Test
  @DisplayName("Tez's asynchronous client, which does not follow redirects, is served directly")
  void asynchronous() throws IOException {
    List<Part> parts = sites.write(output(1, 0, 0), 1, 2);
    String uri = "/mapOutput?job=" + sites.job().id() + "&dag=1&reduce=1&map=" + output(1, 0, 0) + "&keepAlive=true";
    assertThat(sites.reducer().with("User-Agent", "AHC/2.1").get(uri).parts()).containsExactly(parts.get(1));
    assertThat(offers()).isEmpty();
  }

  @Test
  @DisplayName("keepAlive is a wish: a redirected fetch gets all bytes, and its connection is closed")
  void keepAlive() throws IOException {
    List<Part> parts = sites.write(output(1, 0, 0), 1, 20_000);
    String uri = "/mapOutput?job=" + sites.job().id() + "&dag=1&reduce=1&map=" + output(1, 0, 0) + "&keepAlive=true";
    Answer answer = sites.reducer().get(uri);
    assertThat(answer.parts()).containsExactly(parts.get(1));
    assertThat(answer.headers()).containsEntry("connection", "close");
  }

  @Test
  @DisplayName("a relaying node that cannot relay sends the client back to the origin, which serves it: no 429, no failed fetch")
  void sentBack() throws IOException {
    List<Part> parts = sites.write(output(1, 0, 0), 1, 20_000);
    sites.forgetSitesAtRelay();
    assertThat(fetch(1, 1, output(1, 0, 0)).parts()).containsExactly(parts.get(1));
    sites.awaitOriginCounters("\"redirectedFetches\":1,", "\"stockBytes\":20000,");
  }

  @Test
  @DisplayName("the number of partitions in a redirect is signed, and a redirect without it is refused")
  void tampered() throws IOException {
    sites.write(output(1, 0, 0), 1, 20_000);
    String uri = "/mapOutput?job=" + sites.job().id() + "&dag=1&reduce=1&map=" + output(1, 0, 0);
    String location;
    try (RawClient client = new RawClient("127.0.1.1", sites.origin().port())) {
      String head = client.send(RawClient.request(sites.job(), uri, sites.origin().port())).readHead();
      location = head.substring(head.indexOf("/mapOutput"), head.indexOf('\r', head.indexOf("/mapOutput")));
    }
    assertThat(location).contains("&terraParts=2&");
    assertThat(relayed(location, uri)).isEqualTo(200);
    assertThat(relayed(location.replace("terraParts=2", "terraParts=3"), uri)).isEqualTo(401);
    assertThat(relayed(location.replace("&terraParts=2", ""), uri)).isEqualTo(401);
    assertThat(relayed(location.replace("terraParts=2", "terraParts=0"), uri)).isEqualTo(401);
    assertThat(relayed(location.replace("terraParts=2", "terraParts=2&terraReader=3"), uri)).isEqualTo(401);
  }

  private int relayed(String location, String signed) throws IOException {
    return new dev.terra.shuffle.support.Reducer(sites.job(), "127.0.0.1", sites.relay().port())
        .get(location, signed, sites.origin().port()).status();
  }
}
