package dev.terra.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import com.google.protobuf.ByteString;
import dev.terra.api.v1.AgentHeartbeat;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.FetchProof;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.MapOutputs;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.ProofCheck;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.NodeOutput;
import dev.terra.node.output.NodeShuffle;
import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.TestLinks;
import dev.terra.node.support.Waiting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of a node's messages to its site's agents, and of what follows from the agents' answers. */
@Timeout(60)
class AgentLinksTest {
  private static final ActiveJob JOB = new ActiveJob("job_1_0001", "ann");
  private static final NodeShuffle SHUFFLE =
      new NodeShuffle(new ShuffleId(JOB.id()), Optional.empty(), ReaderOrder.IN_TURN, false, false);

  private final List<AutoCloseable> open = new ArrayList<>();

  private FakeAgent agent() throws IOException {
    return agent(new FakeAgent("B", 4_711));
  }

  private FakeAgent agent(FakeAgent agent) {
    open.add(0, agent);
    return agent;
  }

  private TestLinks links(FakeAgent... agents) {
    return links(new TestLinks(agents));
  }

  private TestLinks links(TestLinks links) {
    open.add(0, links);
    return links.start();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private static <T> List<T> said(FakeAgent agent, Function<HandlerMessage, Optional<T>> part) {
    return agent.received().stream().flatMap(message -> part.apply(message).stream()).toList();
  }

  private static List<MapOutputs> outputs(FakeAgent agent) {
    return said(agent, message -> message.hasMapOutputs() ? Optional.of(message.getMapOutputs()) : Optional.empty());
  }

  private static OfferedFetch offer(int partition) {
    return new OfferedFetch(FetchOffer.newBuilder().setShuffle(JOB.id()).setPartition(partition).setClientIp("127.0.1.7").build(), JOB,
        SHUFFLE);
  }

  private static Optional<Decided> decision(TestLinks links, int partition) throws Exception {
    return links.agents().offer(offer(partition)).get(20, TimeUnit.SECONDS);
  }

  private static void addOutput(TestLinks links, int number, long... lengths) {
    long[] offsets = new long[lengths.length];
    links.registry().add(JOB, new NodeOutput("map-" + number, JOB.id(), OptionalInt.empty(),
        ProducerOutput.newBuilder().setProducer(number).build()), SHUFFLE, new MapOutputIndex(offsets, lengths, lengths));
    links.agents().outputsFound();
  }

  @Test
  void aHandlerSaysWhereItIs() throws Exception {
    FakeAgent agent = agent();
    TestLinks links = links(agent);
    HandlerHello hello = agent.hello();
    assertThat(List.of(hello.getHost(), hello.getIp(), hello.getService())).containsExactly("here", "127.0.0.1", "test");
    assertThat(List.of(hello.getShufflePort(), hello.getSegmentPort())).containsExactly(1, 2);
    assertThat(links.agents().sites().orElseThrow().ownSite()).isEqualTo("B");
    assertThat(links.agents().isAgent(InetAddresses.forString("127.0.0.1"))).isTrue();
    assertThat(links.agents().isAgent(InetAddresses.forString("127.0.0.9"))).isFalse();
    links.agents().settled().get(10, TimeUnit.SECONDS);
  }

  @Test
  void aRouteLeadsToTheFetchPortOfAHealthyAgent() throws Exception {
    FakeAgent agent = agent();
    TestLinks links = links(agent);
    AgentLinks.Route route = links.agents().route(0).orElseThrow();
    assertThat(route.address().getPort()).isEqualTo(4_711);
    assertThat(route.session()).isEqualTo(FakeAgent.SESSION);
    assertThat(route.welcomes()).isEqualTo(1);
    route.breaker().trip();
    assertThat(links.agents().route(0)).isEmpty();
    assertThat(links.agents().anyHealthy()).isTrue();
  }

  @Test
  void thePreferredAgentIsTheFirstThatIsHealthy() throws Exception {
    FakeAgent first = agent(new FakeAgent("B", 1));
    FakeAgent second = agent(new FakeAgent("B", 2));
    TestLinks links = links(first, second);
    Waiting.until("both are healthy", () -> links.agents().route(0).filter(route -> route.address().getPort() == 1).isPresent());
    first.close();
    Waiting.until("the second is used", () -> links.agents().route(0).filter(route -> route.address().getPort() == 2).isPresent());
    assertThat(links.agents().isChanging(0)).as("with one slice nobody takes over").isFalse();
  }

  @Test
  void anAgentThatFallsSilentIsNotHealthy() throws Exception {
    FakeAgent agent = agent();
    TestLinks links = links(agent);
    agent.setSilent(true);
    Waiting.until("it is left", () -> !links.agents().anyHealthy());
    assertThat(links.agents().route(0)).isEmpty();
    assertThat(decision(links, 0)).isEmpty();
  }

  @Test
  void theLeastOfWhatAgentsCallSmallHolds() throws Exception {
    FakeAgent agent = agent();
    TestLinks links = links(agent);
    assertThat(links.agents().smallBytes()).isZero();
    agent.say(AgentMessage.newBuilder().setHeartbeat(AgentHeartbeat.newBuilder().setSmallBytes(77)).build());
    Waiting.until("the bound is known", () -> links.agents().smallBytes() == 77 || links.agents().smallBytes() == 0);
  }

  @Test
  void anAgentOfAnotherVersionIsNotUsed() throws Exception {
    FakeAgent agent = agent();
    agent.speak(99);
    TestLinks links = new TestLinks(agent);
    open.add(0, links);
    links.agents().start(new HandlerIdentity("here", 1, 2, Optional.empty(), ""));
    agent.hello();
    links.agents().settled().get(10, TimeUnit.SECONDS);
    assertThat(links.agents().anyHealthy()).isFalse();
    assertThat(links.agents().sites()).isEmpty();
  }

  @Test
  void outputsAreAnnouncedOnceAndAgainAfterAReconnection() throws Exception {
    FakeAgent agent = agent();
    TestLinks links = links(agent);
    links.registry().setQueue(JOB.id(), "etl");
    links.registry().setTotalMaps(JOB.id(), 9);
    addOutput(links, 1, 5, 0, 7);
    addOutput(links, 2, 1, 1, 1);
    agent.awaitOutputs(2);
    assertThat(outputs(agent).get(0).getOutputs(0).getPartLengthsList()).containsExactly(5L, 0L, 7L);
    assertThat(outputs(agent).get(0).getTotalMaps()).isEqualTo(9);
    List<ShuffleDescription> descriptions =
        said(agent, message -> message.hasDescription() ? Optional.of(message.getDescription()) : Optional.empty());
    assertThat(descriptions).as("said once").hasSize(1);
    assertThat(descriptions.get(0).getQueue()).isEqualTo("etl");
    agent.received().clear();
    agent.breakStreams();
    agent.awaitOutputs(2);
    Waiting.until("it is another route", () -> links.agents().route(0).filter(route -> route.welcomes() == 2).isPresent());
  }

  @Test
  void theEndOfAShuffleIsToldAndToldAgainToAnAgentThatWasAway() throws Exception {
    FakeAgent agent = agent();
    TestLinks links = links(agent);
    links.registry().end(JOB.id()).forEach(links.agents()::shuffleEnded); // it arrives twice if the agent's welcome comes in between
    Waiting.until("the end", () -> Set.copyOf(ends(agent)).equals(Set.of(JOB.id())));
    agent.received().clear();
    agent.breakStreams();
    Waiting.until("the end once more", () -> Set.copyOf(ends(agent)).equals(Set.of(JOB.id())));
  }

  private static List<String> ends(FakeAgent agent) {
    return said(agent, message -> message.hasEnded() ? Optional.of(message.getEnded().getShuffle()) : Optional.empty());
  }

  @Test
  void anOfferIsDecidedByTheAgentWithTheKeyOfItsShuffle() throws Exception {
    FakeAgent agent = agent();
    TestLinks links = links(agent);
    agent.decide(Kind.BYPASS, 0);
    assertThat(decision(links, 3).orElseThrow().decision().getKind()).isEqualTo(Kind.BYPASS);
    FetchOffer offer = said(agent, message -> message.hasOffer() ? Optional.of(message.getOffer()) : Optional.empty()).get(0);
    assertThat(offer.getPartition()).isEqualTo(3);
    assertThat(offer.getKey()).isEqualTo(TestLinks.key(JOB.id()).toMessage()).isNotEqualTo(ByteString.EMPTY);
  }

  @Test
  void aRedirectThatIsDroppedIsTold() throws Exception {
    FakeAgent agent = agent();
    TestLinks links = links(agent);
    agent.decide(Kind.BYPASS, 0);
    decision(links, 0).orElseThrow().drop();
    agent.decide(Kind.REDIRECT, 13_562);
    decision(links, 0).orElseThrow().drop();
    Waiting.until("the redirect is not sent", () -> agent.received().stream().anyMatch(HandlerMessage::hasUnsent));
    assertThat(agent.received().stream().filter(HandlerMessage::hasUnsent)).hasSize(1);
  }

  @Test
  void oneJobsOffersLeaveRoomForOthers() throws Exception {
    FakeAgent agent = agent();
    TestLinks links = links(agent);
    List<CompletableFuture<Optional<Decided>>> answers = new ArrayList<>();
    while (answers.size() < 3_072) {
      for (int i = 0; i < 96; i++) {
        answers.add(links.agents().offer(offer(i)));
      }
      Waiting.until("the offers", () -> offers(agent) == answers.size());
    }
    assertThat(decision(links, 0)).as("more than three quarters").isEmpty();
    answers.add(links.agents().offer(new OfferedFetch(offer(0).offer(), new ActiveJob("job_1_0002", "bob"), SHUFFLE)));
    Waiting.until("another job's offer", () -> offers(agent) == 3_073);
    agent.decide(Kind.BYPASS, 0);
    agent.say(AgentMessage.newBuilder().setDecision(FetchDecision.newBuilder().setKind(Kind.BYPASS).setOffer(1)).build());
    answers.get(0).get(20, TimeUnit.SECONDS);
    assertThat(decision(links, 0)).as("room again").isPresent();
  }

  private static long offers(FakeAgent agent) {
    return agent.received().stream().filter(HandlerMessage::hasOffer).count();
  }

  /** When one of two agents that divide a site takes over the other's work, offers wait for it. */
  @Test
  void anOfferWaitsForTheAgentThatFollows() throws Exception {
    int port = freePorts();
    FakeAgent first = agent(new FakeAgent("B", 1, "127.0.0.1", port));
    FakeAgent second = agent(new FakeAgent("B", 2, "127.0.0.1", port + 10));
    TestLinks links = links(new TestLinks(new Slices(2), first));
    Stream.of(first, second).forEach(FakeAgent::awaitAttached);
    Waiting.until("both slices", () -> links.agents().route(0).isPresent() && links.agents().route(1).isPresent());
    int partition = links.agents().slice(SHUFFLE, 0) == 0 ? 0 : 1;
    first.close();
    Waiting.until("the first is gone", () -> links.agents().route(0).isEmpty());
    assertThat(links.agents().isChanging(0)).isTrue();
    assertThat(links.agents().isChanging(1)).isFalse();
    CompletableFuture<Optional<Decided>> waiting = links.agents().offer(offer(partition));
    FakeAgent follower = agent(new FakeAgent("B", 3, "127.0.0.1", port));
    follower.decide(Kind.BYPASS, 0);
    waiting.get(20, TimeUnit.SECONDS);
    Waiting.until("the follower is used", () -> links.agents().route(0).filter(route -> route.address().getPort() == 3).isPresent());
  }

  /** Returns a free port for which the port ten above it is free, too. The second slice of an agent listens at that port. */
  private static int freePorts() throws IOException {
    while (true) {
      try (FakeAgent lower = new FakeAgent("B", 1); FakeAgent upper = new FakeAgent("B", 1, "127.0.0.1", lower.port() + 10)) {
        return upper.port() - 10;
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("bind");
      }
    }
  }

  @Test
  void aProofOfAnotherSitesReaderIsChecked() throws Exception {
    FakeAgent agent = agent();
    links(agent);
    agent.awaitAttached();
    agent.say(AgentMessage.newBuilder().setCheck(ProofCheck.newBuilder().setNumber(5).setShuffle(JOB.id()).setOrigin("10.0.0.1")
        .setProof(FetchProof.newBuilder().setSession(1))).build());
    Waiting.until("an answer", () -> agent.received().stream().anyMatch(HandlerMessage::hasChecked));
    assertThat(agent.received().stream().filter(HandlerMessage::hasChecked).findFirst().orElseThrow().getChecked())
        .satisfies(checked -> assertThat(checked.getNumber()).isEqualTo(5))
        .satisfies(checked -> assertThat(checked.getRefusal()).isNotEmpty())
        .satisfies(checked -> assertThat(checked.getKey()).isEqualTo(ByteString.EMPTY));
  }

  @Test
  void closingEndsTheStreamsInOrder() throws Exception {
    FakeAgent agent = agent();
    TestLinks links = links(agent);
    agent.awaitAttached();
    CompletableFuture<Optional<Decided>> undecided = links.agents().offer(offer(0));
    links.close();
    assertThat(undecided.get(10, TimeUnit.SECONDS)).isEmpty();
    Waiting.until("the stream ends", () -> agent.endedStreams() == 1);
    assertThat(links.agents().offer(offer(0)).get(10, TimeUnit.SECONDS)).isEmpty();
  }

  @Test
  void aHandlerOfTheStockPathSaysWhy() throws Exception {
    FakeAgent agent = agent();
    try (StockNotice notice = StockNotice.open(List.of(AgentAddress.parse(agent.address())), HandlerTls.insecure(),
        HandlerIdentity.stock("here", null, "", "no library"), new Random(1))) {
      assertThat(agent.stockReason()).isEqualTo("no library");
      assertThat(notice).isNotNull();
    }
  }
}
