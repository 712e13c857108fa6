package dev.terra.controller.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.controller.ControllerConfig;
import dev.terra.core.wan.Path;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three controllers, a real ZooKeeper server, and the real control clients of three sites' agents. */
@Timeout(120)
class LeaderChangeTest {
  private static final String TOPOLOGY = """
      name: triangle
      sites: [{id: A}, {id: B}, {id: C}]
      links:
        - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
        - {between: [A, C], capacity: 80 Mbps, latency: 1 ms}
        - {between: [B, C], capacity: 80 Mbps, latency: 1 ms}
      """;
  private static final int SESSION_MILLIS = 1_200;
  /** A client of ZooKeeper waits up to a second before it connects again. */
  private static final int SESSION_OVER_RESTART_MILLIS = 4_000;
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");

  @TempDir
  private java.nio.file.Path folder;
  private final List<CandidateController> controllers = new ArrayList<>();
  private final List<TalkingAgent> agents = new ArrayList<>();
  private TestZooKeeper zooKeeper;
  private Map<Path, Double> before;

  @BeforeEach
  void startZooKeeper() throws Exception {
    zooKeeper = new TestZooKeeper(Files.createDirectory(folder.resolve("zookeeper")));
  }

  private void begin(int sessionMillis) throws Exception {
    java.nio.file.Path topology = Files.writeString(folder.resolve("triangle.yaml"), TOPOLOGY);
    ControllerConfig config = new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000);
    for (int i = 0; i < 3; i++) {
      controllers.add(new CandidateController(config, zooKeeper, sessionMillis));
    }
    List<InetSocketAddress> addresses = controllers.stream().map(CandidateController::address).toList();
    agents.add(new TalkingAgent("A", addresses, shuffle("job_1", 500_000_000, 300_000_000), places("job_1", Map.of(0, "B", 1, "C")),
        progress("job_1", "B", 100_000_000)));
    agents.add(new TalkingAgent("B", addresses));
    agents.add(new TalkingAgent("C", addresses, shuffle("job_2", 200_000_000), places("job_2", Map.of(0, "A"))));
    await("a schedule", () -> rateOf("job_1") > 0 && agents.stream().allMatch(agent -> agent.welcomes() == 1));
    before = rates("job_1");
  }

  @AfterEach
  void stop() throws Exception {
    for (TalkingAgent agent : agents) {
      agent.close();
    }
    for (CandidateController controller : controllers) {
      controller.close();
    }
    zooKeeper.close();
  }

  private static AgentReport shuffle(String id, long... bytes) {
    ShuffleReport.Builder report = ShuffleReport.newBuilder().setShuffle(id);
    for (long reducer : bytes) {
      report.addBytesByReducer(reducer);
    }
    return AgentReport.newBuilder().setShuffle(report).build();
  }

  private static AgentReport places(String id, Map<Integer, String> sites) {
    return AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle(id).putAllSiteByReducer(sites)).build();
  }

  private static AgentReport progress(String id, String to, long acknowledged) {
    return AgentReport.newBuilder()
        .setProgress(BundleProgress.newBuilder().setShuffle(id).setTo(to).setAcknowledgedBytes(acknowledged)).build();
  }

  private Map<Path, Double> rates(String shuffle) {
    return agents.get(0).rates(shuffle, "B", DIRECT, AROUND);
  }

  private double rateOf(String shuffle) {
    return rates(shuffle).values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private CandidateController leader() {
    return controllers.stream().filter(controller -> controller.term() != 0).findFirst().orElseThrow();
  }

  private void await(String what, BooleanSupplier holds) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for %s; heard: %s", what, agents.stream().map(TalkingAgent::heard).toList())
          .isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** Every agent has a schedule of this term, and the bundle's rates are those of before. */
  private void scheduleStandsIn(CandidateController next) throws InterruptedException {
    String epoch = "epoch of " + next.term();
    await("the first epoch of the next leader", () -> agents.stream().allMatch(agent -> agent.heard().contains(epoch)));
    Map<Path, Double> now = rates("job_1");
    assertThat(now.keySet()).isEqualTo(before.keySet());
    before.forEach((path, rate) -> assertThat(now.get(path)).isCloseTo(rate, within(0.05 * rate)));
  }

  private CandidateController awaitAfter(CandidateController last, long term) throws InterruptedException {
    await("another leader", () -> controllers.stream().anyMatch(other -> other != last && other.term() != 0));
    CandidateController next = controllers.stream().filter(other -> other != last && other.term() != 0).findFirst().orElseThrow();
    assertThat(next.term()).isGreaterThan(term);
    await("its welcome", () -> agents.stream().allMatch(agent -> agent.heard().contains("welcome " + next.term())));
    return next;
  }

  @Test
  void theNextLeaderKeepsTheScheduleOfOneThatWasKilled() throws Exception {
    begin(SESSION_MILLIS);
    CandidateController first = leader();
    long term = first.term();
    first.kill();
    CandidateController next = awaitAfter(first, term);
    scheduleStandsIn(next);
    assertThat(agents).allSatisfy(agent -> assertThat(agent.welcomes()).isEqualTo(2));
  }

  @Test
  void whatAPausedLeaderStillSaysIsDropped() throws Exception {
    begin(SESSION_MILLIS);
    CandidateController first = leader();
    long term = first.term();
    first.pause();
    CandidateController next = awaitAfter(first, term);
    scheduleStandsIn(next);
    first.goOn();
    await("a word of the older term", () -> agents.stream().allMatch(agent ->
        agent.heard().stream().anyMatch(what -> what.startsWith("dropped a") && what.contains("of term " + term))));
    first.notice();
    await("it to step back", () -> first.term() == 0);
    assertThat(agents).allSatisfy(agent -> assertThat(List.copyOf(agent.heard())
        .subList(List.copyOf(agent.heard()).indexOf("welcome " + next.term()), agent.heard().size()))
        .as("nothing of it was taken").doesNotContain("epoch of " + term, "welcome " + term));
    scheduleStandsIn(next);
  }

  @Test
  void noAgentNoticesThatZooKeeperWasStartedAgain() throws Exception {
    begin(SESSION_OVER_RESTART_MILLIS);
    CandidateController first = leader();
    long term = first.term();
    int connections = first.zooKeeperConnections();
    zooKeeper.stop();
    zooKeeper.start();
    await("the leader's session to go on", () -> first.zooKeeperConnections() > connections);
    assertThat(leader()).isSameAs(first);
    assertThat(first.term()).isEqualTo(term);
    assertThat(agents).allSatisfy(agent -> assertThat(agent.heard()).doesNotContain("lost"));
    assertThat(rates("job_1")).isEqualTo(before);
  }

  @Test
  void agentsKeepTheirRatesWhileNobodyCanBeElected() throws Exception {
    begin(SESSION_MILLIS);
    CandidateController first = leader();
    long term = first.term();
    zooKeeper.stop();
    await("the end of the session", () -> first.term() == 0);
    assertThat(rates("job_1")).as("within the lease").isEqualTo(before);
    zooKeeper.start();
    await("a leader", () -> controllers.stream().anyMatch(controller -> controller.term() > term));
    scheduleStandsIn(leader());
  }
}
