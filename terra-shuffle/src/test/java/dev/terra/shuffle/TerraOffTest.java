package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.support.FakeAgent;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that what keeps Terra from starting never keeps the NodeManager from shuffling. */
class TerraOffTest {
  @TempDir
  private Path directory;

  private void assertServes(Consumer<Configuration> settings) throws IOException {
    assertServes(settings, () -> {});
  }

  private void assertServes(Consumer<Configuration> settings, Runnable once) throws IOException {
    try (TestNode node = new TestNode(new TerraShuffleHandler(), directory, settings)) {
      once.run();
      TestJob job = new TestJob(1);
      node.startJob(job);
      assertThat(new Reducer(job, "127.0.0.1", node.port()).fetch(1, 0).status()).isEqualTo(500);
      var parts = job.writeOutput(node.localDirectory(1), 0, 10, 20);
      assertThat(new Reducer(job, "127.0.0.1", node.port()).fetch(1, 0).parts()).containsExactly(parts.get(1));
      node.endJob(job);
    }
  }

  /** Hadoop cannot open any map output in this case either, but everything that does not depend on security goes on. */
  @Test
  void kerberosWithoutHadoopsNativeLibraryOfWhichAgentsLearnNothingButThat() throws IOException {
    try (FakeAgent agent = new FakeAgent("A", 1)) {
      assertServes(settings -> {
        settings.set(ShuffleSettings.AGENTS_KEY, agent.address());
        settings.set("hadoop.security.authentication", "kerberos");
      });
      assertThat(agent.stockReason()).contains("hadoop.security.authentication", "libhadoop.so");
      assertThat(agent.received()).allMatch(message -> message.hasStock() || message.hasHeartbeat());
    }
  }

  @Test
  void containersAsTheirUsersAreNoObstacle() throws IOException {
    try (FakeAgent agent = new FakeAgent("A", 1)) {
      assertServes(settings -> {
        settings.set(ShuffleSettings.AGENTS_KEY, agent.address());
        settings.set("yarn.nodemanager.container-executor.class", "x.LinuxContainerExecutor");
      }, () -> assertThat(agent.hello().getSegmentPort()).isPositive());
    }
  }

  @Test
  void aMalformedAgent() throws IOException {
    assertServes(settings -> settings.set(ShuffleSettings.AGENTS_KEY, "nobody"));
  }

  @Test
  void aMalformedPort() throws IOException {
    assertServes(settings -> {
      settings.set(ShuffleSettings.AGENTS_KEY, "127.0.0.1:1");
      settings.set(ShuffleSettings.SEGMENT_PORT_KEY, "many");
    });
  }

  @Test
  void aPortInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0); FakeAgent agent = new FakeAgent("A", 1)) {
      assertServes(settings -> {
        settings.set(ShuffleSettings.AGENTS_KEY, agent.address());
        settings.setInt(ShuffleSettings.SEGMENT_PORT_KEY, taken.getLocalPort());
      });
      assertThat(agent.stockReason()).contains("Address already in use");
    }
  }

  @Test
  void anAgentThatIsNoAgent() throws IOException {
    try (ServerSocket silent = new ServerSocket(0)) {
      assertServes(settings -> settings.set(ShuffleSettings.AGENTS_KEY, "127.0.0.1:" + silent.getLocalPort()));
    }
  }

  @Test
  void anAgentWithMalformedSubnets() throws IOException {
    try (FakeAgent agent = new FakeAgent("A", 1, "127.0.0.1", 0, "127.0.0.0")) {
      assertServes(settings -> settings.set(ShuffleSettings.AGENTS_KEY, agent.address()),
          () -> assertThat(agent.hello().getSegmentPort()).isPositive());
    }
  }
}
