package dev.terra.node.offer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.offer.OfferDesk.Answer;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of which fetches are offered, what an offer contains, and what follows from the answer. */
@Timeout(60)
class OfferDeskTest {
  private static final ActiveJob JOB = new ActiveJob("job_1_0001", "ann");

  private final List<NodeOutput> lookedFor = new ArrayList<>();
  private FakeAgent agent;
  private TestLinks links;
  private OfferDesk desk;
  private Runnable atLookUp = () -> { };

  @BeforeEach
  void start() throws IOException {
    agent = new FakeAgent("A", 1);
    agent.decide(Kind.REDIRECT, 13_562);
    links = new TestLinks(agent).start();
    desk = new OfferDesk(links.registry(), this::lookUp, links.agents());
  }

  @AfterEach
  void end() {
    links.close();
    agent.close();
  }

  private CompletableFuture<Void> lookUp(ActiveJob job, List<NodeOutput> outputs) {
    lookedFor.addAll(outputs);
    atLookUp.run();
    return CompletableFuture.completedFuture(null);
  }

  private static NodeOutput output(int number) {
    return new NodeOutput("map-" + number, JOB.id(), OptionalInt.empty(), ProducerOutput.newBuilder().setProducer(number).build());
  }

  private static NodeShuffle shuffle(boolean broadcast) {
    return new NodeShuffle(new ShuffleId(JOB.id()), Optional.empty(), ReaderOrder.IN_TURN, broadcast, false);
  }

  private void add(int number, boolean broadcast, long... lengths) {
    long[] raw = new long[lengths.length];
    for (int i = 0; i < raw.length; i++) {
      raw[i] = 2 * lengths[i];
    }
    assertThat(links.registry().add(JOB, output(number), shuffle(broadcast), new MapOutputIndex(new long[lengths.length], lengths, raw)))
        .isTrue();
  }

  private static RemoteFetch fetch(int reduce, Integer... outputs) {
    return new RemoteFetch(JOB, reduce, List.of(outputs).stream().map(OfferDeskTest::output).toList(), "127.0.1.7");
  }

  private Optional<Answer> ask(RemoteFetch fetch) throws Exception {
    return desk.ask(fetch).get(20, TimeUnit.SECONDS);
  }

  private List<FetchOffer> offers() {
    return agent.received().stream().filter(HandlerMessage::hasOffer).map(HandlerMessage::getOffer).toList();
  }

  private long unsent() {
    return agent.received().stream().filter(HandlerMessage::hasUnsent).count();
  }

  @Test
  void anOfferHasTheLengthsOfThePart() throws Exception {
    add(1, false, 10, 20);
    add(2, false, 30, 40);
    Answer answer = ask(fetch(1, 2, 1)).orElseThrow();
    assertThat(answer.decision().getKind()).isEqualTo(Kind.REDIRECT);
    assertThat(answer.partitions()).isEqualTo(2);
    assertThat(answer.broadcast()).isFalse();
    FetchOffer offer = offers().get(0);
    assertThat(offer.getShuffle()).isEqualTo(JOB.id());
    assertThat(offer.getPartition()).isEqualTo(1);
    assertThat(offer.getClientIp()).isEqualTo("127.0.1.7");
    assertThat(offer.getSegmentsList()).extracting(segment -> segment.getPartLength()).containsExactly(40L, 20L);
    assertThat(offer.getSegmentsList()).extracting(segment -> segment.getRawLength()).containsExactly(80L, 40L);
    assertThat(offer.getSegmentsList()).extracting(segment -> segment.getName()).containsExactly("map-2", "map-1");
    assertThat(lookedFor).isEmpty();
  }

  @Test
  void whatIsNotKnownIsLookedForFirst() throws Exception {
    add(1, false, 10);
    atLookUp = () -> add(2, false, 20);
    assertThat(ask(fetch(0, 1, 2))).isPresent();
    assertThat(lookedFor).containsExactly(output(2));
    assertThat(desk.shuffle(fetch(0, 1))).contains(new ShuffleId(JOB.id()));
  }

  @Test
  void whatIsNotFoundIsNotOffered() throws Exception {
    add(1, false, 10);
    assertThat(ask(fetch(0, 1, 2))).isEmpty();
    assertThat(ask(fetch(1, 1))).as("a part that the output does not have").isEmpty();
    add(2, false, 10, 20);
    assertThat(ask(fetch(0, 1, 2))).as("outputs of two shuffles").isEmpty();
    assertThat(offers()).isEmpty();
    assertThat(desk.shuffle(fetch(0, 3))).isEmpty();
  }

  @Test
  void aFetchThatComesAgainIsNotOfferedUntilItsJobEnds() throws Exception {
    add(1, false, 10);
    desk.redirected(fetch(0, 1), ask(fetch(0, 1)).orElseThrow());
    assertThat(ask(fetch(0, 1))).isEmpty();
    desk.jobEnded(JOB.id());
    assertThat(ask(fetch(0, 1))).isPresent();
    assertThat(offers()).hasSize(2);
  }

  /** The agent distinguishes the readers of a broadcast. */
  @Test
  void aBroadcastIsOfferedToEachReader() throws Exception {
    add(1, true, 10);
    desk.redirected(fetch(0, 1), ask(fetch(0, 1)).orElseThrow());
    assertThat(ask(fetch(0, 1)).orElseThrow().broadcast()).isTrue();
  }

  @Test
  void aRedirectThatIsNotSentIsTold() throws Exception {
    add(1, false, 10);
    desk.notRedirected(ask(fetch(0, 1)).orElseThrow());
    Waiting.until("the redirect is not sent", () -> unsent() == 1);
    assertThat(ask(fetch(0, 1))).as("it was not redirected").isPresent();
  }

  /** A handler waits for a decision no longer than a second. */
  @Test
  void anAnswerThatComesTooLateIsARedirectThatIsNotSent() {
    add(1, false, 10);
    CompletableFuture<Void> found = new CompletableFuture<>();
    OfferDesk slow = new OfferDesk(links.registry(), (job, outputs) -> found, links.agents());
    CompletableFuture<Optional<Answer>> given = slow.ask(fetch(0, 2));
    given.complete(Optional.empty());
    found.complete(null);
    assertThat(offers()).as("nobody waits for it").isEmpty();
    CountDownLatch decides = new CountDownLatch(1);
    agent.decide(offer -> {
      Uninterruptibles.awaitUninterruptibly(decides);
      return Optional.of(FetchDecision.newBuilder().setKind(Kind.REDIRECT).setShufflePort(13_562).build());
    });
    desk.ask(fetch(0, 1)).complete(Optional.empty());
    decides.countDown();
    Waiting.until("the redirect is not sent", () -> unsent() == 1);
  }
}
