package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.node.support.FakeAgent;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a handler that already listens while it is not yet attached to its agent. */
class FirstMomentTest {
  private final TestJob job = new TestJob(1);

  @TempDir
  private Path directory;
  private FakeAgent agent;

  @BeforeEach
  void start() throws IOException {
    agent = new FakeAgent("A", 1);
    agent.decide(Kind.BYPASS, 0);
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  private void fetchAtOnce() throws IOException {
    try (TestNode node = new TestNode(new TerraShuffleHandler(), directory,
        settings -> settings.set(ShuffleSettings.AGENTS_KEY, agent.address()))) {
      node.startJob(job);
      List<Part> parts = job.writeOutput(node.localDirectory(0), 0, 13, 14);
      assertThat(new Reducer(job, "127.0.0.1", node.port()).fetch(1, 0).parts()).containsExactly(parts.get(1));
    }
  }

  @Test
  @DisplayName("a fetch that comes before the agent's welcome is offered to it all the same")
  void waitsForTheWelcome() throws IOException {
    agent.setWelcomeMillis(100);
    fetchAtOnce();
    assertThat(agent.received().stream().filter(HandlerMessage::hasOffer)).hasSize(1);
  }

  @Test
  @DisplayName("an agent that does not welcome anybody holds up fetches only for a moment")
  void isServedWithoutOne() throws IOException {
    agent.setWelcomeMillis(TimeUnit.HOURS.toMillis(1));
    fetchAtOnce();
    assertThat(agent.received().stream().filter(HandlerMessage::hasOffer)).isEmpty();
  }
}
