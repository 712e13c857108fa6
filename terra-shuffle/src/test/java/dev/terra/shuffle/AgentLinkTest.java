package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.MapOutputs;
import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the messages that a handler sends to its site's agent, and of when it sends them. */
class AgentLinkTest {
  private final TestJob job = new TestJob(1);

  @TempDir
  private Path directory;
  private FakeAgent agent;
  private TestNode node;

  @BeforeEach
  void start() throws IOException {
    agent = new FakeAgent("A", 1);
    node = new TestNode(new TerraShuffleHandler(), directory,
        settings -> settings.set(ShuffleSettings.AGENTS_KEY, agent.address()));
  }

  @AfterEach
  void stop() {
    node.close();
    agent.close();
  }

  private List<MapOutputs> outputs() {
    return agent.received().stream().filter(HandlerMessage::hasMapOutputs).map(HandlerMessage::getMapOutputs).toList();
  }

  private long beats() {
    return agent.received().stream().filter(HandlerMessage::hasHeartbeat).count();
  }

  private List<String> endedJobs() {
    return agent.received().stream().filter(HandlerMessage::hasEnded).map(message -> message.getEnded().getShuffle()).toList();
  }

  @Test
  void greetsWithItsAddressAndBeats() throws IOException {
    HandlerHello hello = agent.hello();
    assertThat(hello.getIp()).isEqualTo("127.0.0.1");
    assertThat(hello.getShufflePort()).isEqualTo(node.port());
    assertThat(hello.getSegmentPort()).isPositive();
    assertThat(hello.getHost()).isNotBlank();
    Waiting.until("three beats", () -> beats() >= 3);
  }

  @Test
  void beatsByItselfWhereTheAgentIsSilent() {
    agent.awaitAttached();
    agent.setSilent(true);
    long before = beats();
    Waiting.until("another beat than an answer that was under way", () -> beats() >= before + 2);
    assertThat(agent.endedStreams()).isZero();
  }

  @Test
  void announcesFinishedMapsWithTheLengthsOfAllParts() throws IOException {
    node.startJob(job);
    job.writeConfiguration(node.localDirectory(1), 12);
    job.writeOutput(node.localDirectory(0), 3, 1_000, 0, 5);
    agent.awaitOutputs(1);
    MapOutputs announced = outputs().get(0);
    assertThat(announced.getShuffle()).isEqualTo(job.id());
    assertThat(agent.received().stream().filter(HandlerMessage::hasDescription).map(HandlerMessage::getDescription)).isNotEmpty()
        .allMatch(said -> said.getShuffle().equals(job.id()) && said.getUser().equals(job.user())
            && said.getQueue().equals("etl") && said.getGroup().isEmpty());
    assertThat(announced.getTotalMaps()).isEqualTo(12);
    assertThat(announced.getOutputs(0).getName()).isEqualTo(job.map(3));
    assertThat(announced.getOutputs(0).getPartLengthsList()).containsExactly(1_000L, 0L, 5L);
    assertThat(announced.getOutputs(0).getRawLengthsList()).containsExactly(2_000L, 0L, 10L);
  }

  @Test
  void announcesEachMapOnceAndNothingOfOthers() throws IOException {
    node.startJob(job);
    new TestJob(2).writeOutput(node.localDirectory(0), 0, 1);
    job.writeOutput(node.localDirectory(0), 0, 1);
    agent.awaitOutputs(1);
    job.writeOutput(node.localDirectory(1), 1, 1);
    agent.awaitOutputs(2);
    assertThat(outputs()).hasSize(2).allMatch(each -> each.getShuffle().equals(job.id())).noneMatch(MapOutputs::hasTotalMaps);
  }

  @Test
  void announcesAllAgainAfterAReconnection() throws IOException {
    node.startJob(job);
    job.writeOutput(node.localDirectory(0), 0, 1);
    job.writeOutput(node.localDirectory(0), 1, 2);
    agent.awaitOutputs(2);
    TestJob ended = new TestJob(2);
    node.startJob(ended);
    ended.writeOutput(node.localDirectory(0), 0, 3);
    agent.awaitOutputs(3);
    node.endJob(ended);
    Waiting.until("the end is told", () -> endedJobs().contains(ended.id()));
    agent.received().clear();
    agent.breakStreams();
    agent.awaitOutputs(2);
    assertThat(outputs().stream().map(MapOutputs::getShuffle)).containsExactly(job.id(), job.id());
    assertThat(endedJobs()).containsExactly(ended.id());
  }

  @Test
  void findsAnAgentThatComesLater() throws IOException {
    agent.awaitAttached();
    int port = agent.port();
    agent.close();
    node.startJob(job);
    job.writeOutput(node.localDirectory(0), 0, 1);
    agent = new FakeAgent("A", 1, "127.0.0.1", port);
    agent.awaitOutputs(1);
  }

  @Test
  void tellsTheEndOfAJob() throws IOException {
    node.startJob(job);
    job.writeOutput(node.localDirectory(0), 0, 1);
    agent.awaitOutputs(1);
    node.endJob(job);
    Waiting.until("the end is told", () -> endedJobs().equals(List.of(job.id())));
  }

  /** The case is that of a handler that has restarted on a node with many map outputs. */
  @Test
  void anOfferDoesNotWaitUntilAllIsAnnouncedAgain() throws IOException {
    CountDownLatch takesMore = new CountDownLatch(1);
    agent.takeNothingUntil(takesMore);
    agent.decide(Kind.BYPASS, 0);
    for (int map = 1; map < 20; map++) {
      job.writeOutput(node.localDirectory(0), map, new int[100_000]);
    }
    List<Part> parts = job.writeOutput(node.localDirectory(0), 0, 13, 14);
    node.startJob(job);
    agent.awaitOutputs(1);
    CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS).execute(takesMore::countDown);
    assertThat(new Reducer(job, "127.0.0.1", node.port()).fetch(1, 0).parts()).containsExactly(parts.get(1));
    agent.awaitOutputs(20);
    List<HandlerMessage> told = agent.received().stream().filter(one -> one.hasOffer() || one.hasMapOutputs()).toList();
    assertThat(told.stream().filter(HandlerMessage::hasOffer)).hasSize(1);
    assertThat(told.get(told.size() - 1).hasMapOutputs()).as("the offer is among the announcements").isTrue();
  }

  @Test
  void dropsTheStreamWhenItStops() {
    agent.awaitAttached();
    node.close();
    Waiting.until("the stream ends", () -> agent.endedStreams() == 1);
  }

  @Test
  @Timeout(60)
  void stopsWithoutAnAgentThatDoesNotEndItsSide() {
    agent.awaitAttached();
    agent.setSilent(true);
    node.close();
    Waiting.until("the stream ends", () -> agent.endedStreams() > 0);
  }

  @Test
  void anAgentThatFallsSilentIsLeftAndTriedAnew() {
    agent.awaitAttached();
    agent.setSilent(true);
    agent.received().clear();
    Waiting.until("a new hello", () -> agent.received().stream().anyMatch(HandlerMessage::hasHello));
  }
}
