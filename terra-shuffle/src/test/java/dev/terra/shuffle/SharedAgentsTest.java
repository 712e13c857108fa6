package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A handler whose site has two agents, one on each of two hosts. */
class SharedAgentsTest {
  private static final Slices SLICES = new Slices(2);
  private static final String FIRST_HOST = "127.0.0.1";
  private static final String SECOND_HOST = "127.0.0.2";
  private static final int PORT_STEP = 10;
  private static final int ATTEMPTS = 20;
  private static final int DEADLINE_SECONDS = 30;
  private static final int[] LENGTHS = {1_000, 0, 5, 7};

  private final TestJob job = new TestJob(1);

  @TempDir
  private Path directory;
  /** The agents, indexed by slice. */
  private final List<FakeAgent> agents = new ArrayList<>();
  private TestNode node;

  @BeforeEach
  void start() throws IOException {
    for (int attempt = 0; agents.size() < 2; attempt++) {
      agents.add(new FakeAgent("A", 1, FIRST_HOST, 0));
      try {
        agents.add(new FakeAgent("A", 1, SECOND_HOST, firstPort() + PORT_STEP));
      } catch (IOException e) {
        agents.remove(0).close();
        assertThat(attempt).as("ports of others, again and again").isLessThan(ATTEMPTS);
      }
    }
    node = new TestNode(new TerraShuffleHandler(), directory, settings -> {
      settings.set(ShuffleSettings.AGENTS_KEY, FIRST_HOST + ":" + firstPort() + "," + SECOND_HOST + ":" + firstPort());
      settings.set(ShuffleSettings.AGENTS_PER_SITE_KEY, "2");
    });
    node.startJob(job);
    job.writeOutput(node.localDirectory(0), 0, LENGTHS);
    agents.forEach(agent -> agent.awaitOutputs(1));
  }

  private int firstPort() {
    return agents.get(0).port();
  }

  @AfterEach
  void stop() {
    node.close();
    agents.forEach(FakeAgent::close);
  }

  private int sliceOf(int partition) {
    return SLICES.of(new ShuffleId(job.id()), partition);
  }

  private List<Long> lengths(int slice) {
    return agents.get(slice).received().stream().filter(HandlerMessage::hasMapOutputs).findFirst().orElseThrow()
        .getMapOutputs().getOutputs(0).getPartLengthsList();
  }

  private void knowsItsPart(int slice) {
    List<Long> part = IntStream.range(0, LENGTHS.length)
        .mapToObj(partition -> sliceOf(partition) == slice ? (long) LENGTHS[partition] : 0L).toList();
    assertThat(lengths(slice)).isEqualTo(part);
  }

  @Test
  void eachAgentIsToldOfItsPartitions() {
    knowsItsPart(0);
    knowsItsPart(1);
  }

  @Test
  void anOfferGoesToTheAgentOfItsPartition() throws IOException {
    agents.forEach(agent -> agent.decide(Kind.BYPASS, 0));
    for (int partition = 0; partition < LENGTHS.length; partition++) {
      new Reducer(job, FIRST_HOST, node.port()).fetch(partition, 0);
    }
    for (int slice = 0; slice < 2; slice++) {
      int each = slice;
      assertThat(agents.get(slice).received().stream().filter(HandlerMessage::hasOffer).map(offer -> offer.getOffer().getPartition()))
          .containsExactlyElementsOf(IntStream.range(0, LENGTHS.length).filter(partition -> sliceOf(partition) == each).boxed().toList());
    }
  }

  @Test
  void anAgentThatTakesASliceOverIsFoundAndToldEverything() throws IOException {
    FakeAgent gone = agents.get(1);
    agents.set(1, new FakeAgent("A", 1, FIRST_HOST, gone.port()));
    gone.close();
    agents.get(1).awaitOutputs(1);
    knowsItsPart(1);
    Waiting.until("it to be asked", () -> agents.get(1).isAttached());
  }

  @Test
  void anOfferWaitsForTheAgentThatTakesItsSliceOver() throws Exception {
    FakeAgent gone = agents.get(1);
    int partition = IntStream.range(0, LENGTHS.length).filter(one -> sliceOf(one) == 1).findFirst().orElseThrow();
    gone.close();
    Waiting.until("the handler to hear of its end", () -> gone.endedStreams() > 0 || !gone.isAttached());
    CompletableFuture<Integer> fetched = CompletableFuture.supplyAsync(() -> {
      try {
        return new Reducer(job, FIRST_HOST, node.port()).fetch(partition, 0).parts().size();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    FakeAgent next = new FakeAgent("A", 1, FIRST_HOST, gone.port());
    agents.set(1, next);
    next.decide(Kind.BYPASS, 0);
    assertThat(fetched.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(next.received().stream().filter(HandlerMessage::hasOffer).map(offer -> offer.getOffer().getPartition()))
        .containsExactly(partition);
  }

  /** The first agent receives the offer, and ends before it decides. */
  @Test
  void anOfferThatItsAgentLeavesUndecidedGoesToTheOneThatTakesItsSliceOver() throws Exception {
    FakeAgent gone = agents.get(1);
    int partition = IntStream.range(0, LENGTHS.length).filter(one -> sliceOf(one) == 1).findFirst().orElseThrow();
    CompletableFuture<FakeAgent> follower = new CompletableFuture<>();
    gone.decide(offer -> {
      new Thread(() -> {
        gone.close();
        try {
          FakeAgent next = new FakeAgent("A", 1, FIRST_HOST, gone.port());
          next.decide(Kind.BYPASS, 0);
          follower.complete(next);
        } catch (IOException e) {
          follower.completeExceptionally(e);
        }
      }, "follower").start();
      return Optional.empty();
    });

    assertThat(new Reducer(job, FIRST_HOST, node.port()).fetch(partition, 0).parts()).hasSize(1);

    agents.set(1, follower.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
    assertThat(agents.get(1).received().stream().filter(HandlerMessage::hasOffer).map(offer -> offer.getOffer().getPartition()))
        .containsExactly(partition);
  }
}
