package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.HandlerMessage;
import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.HadoopReducer;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of NodeManagers that restart, with and without Terra, in the old version and the new one. */
class RestartTest {
  private static final int MAPS = 30;
  private static final int RECORDS = 2_000;
  private static final long PAUSE_NANOS = 100_000_000;

  @TempDir
  private Path directory;

  /** The nodes that restart. */
  enum Who { ORIGIN, RELAY, BOTH }

  @Test
  @DisplayName("a handler that stops drops its lease while it still listens")
  void leaseFirst() throws IOException {
    AtomicBoolean listened = new AtomicBoolean();
    try (FakeAgent agent = new FakeAgent("A", 1)) {
      TestNode node = new TestNode(new TerraShuffleHandler(), directory, agents(agent.address()));
      agent.awaitAttached();
      int port = node.port();
      agent.onEnd(() -> listened.set(listens(port)));
      node.close();
      Waiting.until("the agent hears of the end", () -> agent.endedStreams() == 1);
      assertThat(listened).isTrue();
      // The JDK releases the port of a closed channel when its selector runs the next time.
      Waiting.until("nobody listens at the port", () -> !listens(port));
    }
  }

  private static boolean listens(int port) {
    try (RawClient client = new RawClient("127.0.0.1", port)) {
      return client.send("x").readBytes(0).length == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static Consumer<Configuration> agents(String address) {
    return settings -> settings.set(ShuffleSettings.AGENTS_KEY, address);
  }

  @ParameterizedTest
  @EnumSource(Who.class)
  @DisplayName("nodes that restart with recovery while Hadoop's reducer fetches through them: the result is the same, within the attempts "
      + "that MapReduce makes")
  void rolling(Who who) throws Exception {
    try (TwoSites sites = new TwoSites(directory, FastHandler.DEADLINE)) {
      for (int map = 0; map < MAPS; map++) {
        sites.writeRecords(map, RECORDS);
      }
      sites.redirectWhileAttached();
      JobConf settings = HadoopReducer.impatient();
      settings.setBoolean(MRJobConfig.SHUFFLE_FETCH_RETRY_ENABLED, true);
      settings.setInt(MRJobConfig.SHUFFLE_FETCH_RETRY_INTERVAL_MS, 50);
      String url = "http://127.0.1.1:" + sites.origin().port();
      var reducing = HadoopReducer.inBackground(() -> HadoopReducer.attempts(
          () -> new HadoopReducer(sites.job(), directory, settings).run(1, 2, MAPS, url)));
      for (int round = 0; round < 5; round++) {
        LockSupport.parkNanos(PAUSE_NANOS);
        if (who != Who.RELAY) {
          sites.restartOrigin();
        }
        if (who != Who.ORIGIN) {
          sites.restartRelay();
        }
      }
      assertThat(reducing.get().keys()).isEqualTo(TestJob.keys(MAPS, 1, RECORDS));
    }
  }

  @Test
  @DisplayName("a redirect that was sent before its origin restarted is served after the restart")
  void redirectOutlivesItsOrigin() throws IOException {
    try (TwoSites sites = new TwoSites(directory)) {
      List<Part> parts = sites.writeOutputs(50_000);
      String request = sites.redirectedRequest(1, 0);
      sites.restartOrigin();
      sites.agentOf("B").close();
      try (RawClient client = new RawClient("127.0.0.1", sites.relay().port()).send(request)) {
        assertThat(client.read().bodyBytes()).isGreaterThan(parts.get(0).bytes().size());
      }
    }
  }

  @Test
  @DisplayName("after a restart with recovery a handler announces its map outputs again")
  void announcesAgain() throws IOException {
    try (TwoSites sites = new TwoSites(directory)) {
      sites.writeOutputs(1, 2, 3);
      sites.agentOf("A").received().clear();
      sites.restartOrigin();
      sites.agentOf("A").awaitOutputs(3);
    }
  }

  @Test
  @DisplayName("a NodeManager that stops for good ends its applications first: its end is reported to agents, and no end of a job")
  void decommission() throws IOException {
    TestJob job = new TestJob(1);
    try (FakeAgent agent = new FakeAgent("A", 1);
        TestNode node = new TestNode(new TerraShuffleHandler(), directory, agents(agent.address()))) {
      node.startJob(job);
      job.writeOutput(node.localDirectory(0), 0, 10, 20);
      agent.awaitOutputs(1);
      new EndingNodeManager(() -> node.endJob(job)).stop();
      Waiting.until("the agent hears of the end",
          () -> agent.endedStreams() == 1 || agent.received().stream().anyMatch(HandlerMessage::hasEnded));
      assertThat(agent.received()).noneMatch(HandlerMessage::hasEnded);
    }
  }

  /** Hadoop's own NodeManager, which also runs an action while it stops. */
  private static final class EndingNodeManager extends NodeManager {
    EndingNodeManager(Runnable whileStopping) {
      AbstractService part = new AbstractService("ending") {
        @Override
        protected void serviceStop() {
          whileStopping.run();
        }
      };
      part.init(new Configuration());
      addService(part);
    }
  }

  @Test
  @DisplayName("an origin without Terra serves all clients itself")
  void mixedOrigin() throws IOException {
    TestJob job = new TestJob(1);
    try (TestNode plain = new TestNode(new ShuffleHandler(), directory, settings -> {})) {
      plain.startJob(job);
      List<Part> parts = job.writeOutput(plain.localDirectory(0), 0, 10, 20);
      assertThat(new dev.terra.shuffle.support.Reducer(job, "127.0.1.1", plain.port()).fetch(1, 0).parts())
          .containsExactly(parts.get(1));
    }
  }

  @Test
  @DisplayName("with an agent of another version all fetches take the stock path")
  void otherVersion() throws IOException {
    try (FakeAgent agent = new FakeAgent("A", 1)) {
      agent.speak(3);
      TestJob job = new TestJob(1);
      try (TestNode node = new TestNode(new TerraShuffleHandler(), directory, agents(agent.address()))) {
        agent.hello();
        node.startJob(job);
        List<Part> parts = job.writeOutput(node.localDirectory(0), 0, 13, 14);
        var reducer = new dev.terra.shuffle.support.Reducer(job, "127.0.0.1", node.port());
        assertThat(reducer.fetch(1, 0).parts()).containsExactly(parts.get(1));
        assertThat(agent.received()).noneMatch(HandlerMessage::hasOffer);
      }
    }
  }

  @Test
  @DisplayName("a handler reports its protocol versions to agents")
  void versions() throws IOException {
    try (FakeAgent agent = new FakeAgent("A", 1);
        TestNode node = new TestNode(new TerraShuffleHandler(), directory, agents(agent.address()))) {
      assertThat(node.port()).isPositive();
      assertThat(agent.hello().getProtocolVersion()).isEqualTo(6);
      assertThat(agent.hello().getNewestVersion()).isEqualTo(7);
    }
  }
}
