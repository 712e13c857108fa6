package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.FakeFetchServer.Behaviour;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.SabotagedHandler;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests in which each part of Terra crashes, or is filled, while the NodeManager goes on and serves every client. */
class SafetyTest {
  private static final long MAX_DIRECT_BYTES = 64L << 20;

  @TempDir
  private Path directory;

  /** The kinds of throwables that the parts throw. */
  enum Thrown {
    EXCEPTION, NULL_POINTER, LINKAGE, STACK_OVERFLOW, OUT_OF_MEMORY;

    Throwable make() {
      return switch (this) {
        case EXCEPTION -> new IllegalStateException("thrown by a test");
        case NULL_POINTER -> new NullPointerException("thrown by a test");
        case LINKAGE -> new NoClassDefFoundError("thrown by a test");
        case STACK_OVERFLOW -> new StackOverflowError("thrown by a test");
        case OUT_OF_MEMORY -> new OutOfMemoryError("thrown by a test");
      };
    }
  }

  private static void assertServes(TestNode node, TestJob job, int map) throws IOException {
    List<Part> parts = job.writeOutput(node.localDirectory(map), map, 10, 20_000);
    Reducer reducer = new Reducer(job, "127.0.0.1", node.port());
    assertThat(reducer.fetch(1, map).parts()).containsExactly(parts.get(1));
    assertThat(reducer.fetch(1, map).parts()).containsExactly(parts.get(1));
  }

  @ParameterizedTest
  @EnumSource(Thrown.class)
  @DisplayName("routing a request throws: the stock handler serves it")
  void routing(Thrown thrown) throws IOException {
    whileBroken("dev.terra.shuffle.fetch", thrown);
  }

  @ParameterizedTest
  @EnumSource(Thrown.class)
  @DisplayName("looking for map outputs throws: fetches take the stock path")
  void watching(Thrown thrown) throws IOException {
    whileBroken("dev.terra.shuffle.output", thrown);
  }

  private void whileBroken(String callers, Thrown thrown) throws IOException {
    try (FakeAgent agent = new FakeAgent("A", 1)) {
      agent.decide(Kind.REDIRECT, 1);
      SabotagedHandler handler = new SabotagedHandler();
      TestJob job = new TestJob(1);
      try (TestNode node = new TestNode(handler, directory, settings -> settings.set(ShuffleSettings.AGENTS_KEY, agent.address()))) {
        agent.awaitAttached();
        node.startJob(job);
        handler.breakCallsOf(callers, thrown::make);
        assertServes(node, job, 0);
        Waiting.until("it was called", () -> handler.thrown() > 0);
        node.endContainer(job);
        assertServes(node, job, 1);
        node.endJob(job);
      }
    }
  }

  @Test
  @DisplayName("an agent sends empty messages and malformed welcomes: fetches are served")
  void nonsense() throws IOException {
    try (FakeAgent agent = new FakeAgent("A", 1)) {
      TestJob job = new TestJob(1);
      try (TestNode node = new TestNode(new TerraShuffleHandler(), directory, agents(agent.address()))) {
        agent.awaitAttached();
        node.startJob(job);
        agent.decide(Kind.BYPASS, 0);
        for (int message = 0; message < 10_000; message++) {
          agent.say(AgentMessage.getDefaultInstance());
        }
        agent.sayWelcome(welcome -> welcome.clearSites());
        agent.sayWelcome(welcome -> welcome.setFetchPort(-1));
        agent.sayWelcome(welcome -> welcome.getSitesBuilder(0).addSubnets("nonsense/99"));
        assertServes(node, job, 0);
      }
    }
  }

  private static Consumer<Configuration> agents(String address) {
    return settings -> settings.set(ShuffleSettings.AGENTS_KEY, address);
  }

  @Test
  @DisplayName("more requests on one connection than are kept: other clients are served")
  void queue() throws IOException {
    try (TwoSites sites = new TwoSites(directory)) {
      List<Part> parts = sites.writeOutputs(1_000);
      sites.agentOf("A").decide(offer -> Optional.empty());
      String uri = sites.reducer().uri(1, 0) + "&keepAlive=true";
      try (RawClient greedy = new RawClient("127.0.1.1", sites.origin().port())) {
        greedy.send(RawClient.request(sites.job(), uri, sites.origin().port()).repeat(2_000));
        assertThat(sites.reducer().fetch(1, 0).parts()).isEqualTo(parts);
        assertThat(greedy.readHead()).startsWith("HTTP/1.1 200 ");
      }
    }
  }

  @Test
  @DisplayName("more connections to the segment endpoint than it accepts: the shuffle port is not affected, and agents can connect later")
  void segmentConnections() throws IOException {
    try (TwoSites sites = new TwoSites(directory)) {
      List<Part> parts = sites.writeOutputs(1_000);
      int port = sites.agentOf("A").hello().getSegmentPort();
      List<RawClient> many = new ArrayList<>();
      for (int client = 0; client < 300; client++) {
        many.add(new RawClient("127.0.0.1", port));
      }
      assertThat(sites.reducer().fetch(1, 0).parts()).isEqualTo(parts);
      for (RawClient client : many) {
        client.close();
      }
      Waiting.until("there is room again", () -> isAnswered(port));
    }
  }

  private static boolean isAnswered(int port) {
    try (RawClient client = new RawClient("127.0.0.1", port).send("GET /v1/counters HTTP/1.1\r\nHost: x\r\n\r\n")) {
      return client.readHead().startsWith("HTTP/1.1 200 ");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  @DisplayName("more undecided fetches than agents answer: each is served at the deadline")
  void undecided() throws Exception {
    try (TwoSites sites = new TwoSites(directory)) {
      List<Part> parts = sites.writeOutputs(1_000);
      sites.agentOf("A").decide(offer -> Optional.empty());
      List<RawClient> waiting = new ArrayList<>();
      String uri = sites.reducer().uri(1, 0);
      for (int client = 0; client < 200; client++) {
        waiting.add(new RawClient("127.0.1.1", sites.origin().port())
            .send(RawClient.request(sites.job(), uri, sites.origin().port())));
      }
      for (RawClient client : waiting) {
        assertThat(client.read().head()).startsWith("HTTP/1.1 200 ");
        client.close();
      }
      assertThat(sites.reducer().fetch(1, 0).parts()).isEqualTo(parts);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400})
  @DisplayName("more relays than fit: the others go back to the origin, direct memory stays below 64 MiB, and local fetches are served")
  void relays(int reducers) throws IOException {
    try (TwoSites sites = new TwoSites(directory, Duration.ofSeconds(60))) {
      List<Part> parts = sites.writeOutputs(400_000);
      List<Part> local = sites.job().writeOutput(sites.relay().localDirectory(0), 50, 5, 6);
      sites.fetchServer().behave(Behaviour.STALLS_IN_MID_BODY);
      long before = directBytes();
      List<RawClient> held = new ArrayList<>();
      for (int reducer = 0; reducer < reducers; reducer++) {
        held.add(new RawClient("127.0.0.1", sites.relay().port()).send(sites.redirectedRequest(1, 0)));
      }
      int sentBack = 0;
      for (RawClient client : held) {
        sentBack += client.readHead().startsWith("HTTP/1.1 307 ") ? 1 : 0;
      }
      assertThat(sentBack).as("one job has three quarters of 300").isEqualTo(reducers - 225);
      assertThat(new Reducer(sites.job(), "127.0.0.1", sites.relay().port()).fetch(1, 50).parts()).containsExactly(local.get(1));
      assertThat(directBytes() - before).isLessThan(MAX_DIRECT_BYTES);
      sites.redirectAll();
      assertThat(sites.reducer().fetch(1, 0).parts()).isEqualTo(parts);
      for (RawClient client : held) {
        client.close();
      }
      sites.fetchServer().behave(Behaviour.GOOD);
      assertThat(sites.reducer().fetch(0, 0).status()).isEqualTo(200);
    }
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream().filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
  }

  @Test
  @DisplayName("Terra works on a few threads of its own, and all of them end with the handler")
  void threads() throws IOException {
    try (FakeAgent agent = new FakeAgent("A", 1)) {
      try (TestNode node = new TestNode(new TerraShuffleHandler(), directory, agents(agent.address()))) {
        agent.awaitAttached();
        assertThat(node.port()).isPositive();
        assertThat(terraThreads()).isNotEmpty().hasSizeLessThanOrEqualTo(5);
      }
      Waiting.until("its threads end", () -> terraThreads().isEmpty());
    }
  }

  private static List<String> terraThreads() {
    return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(name -> name.startsWith("terra-")).toList();
  }
}
