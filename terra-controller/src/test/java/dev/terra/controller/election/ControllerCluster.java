package dev.terra.controller.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.controller.ControllerConfig;
import dev.terra.core.wan.Path;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Three controllers, a real ZooKeeper server, and the real control clients of three sites' agents, two of which have shuffles to send. */
final class ControllerCluster {
  private static final String TOPOLOGY = """
      name: triangle
      sites: [{id: A}, {id: B}, {id: C}]
      links:
        - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
        - {between: [A, C], capacity: 80 Mbps, latency: 1 ms}
        - {between: [B, C], capacity: 80 Mbps, latency: 1 ms}
      """;
  /** The length of a ZooKeeper session, ms. It is short to keep the tests short. */
  static final int SESSION_MILLIS = 1_200;
  /** The length of a session that outlives a restart of ZooKeeper, ms. ZooKeeper's client waits up to a second before it connects again. */
  static final int SESSION_OVER_RESTART_MILLIS = 4_000;
  /** The relative difference up to which two rates count as equal. */
  private static final double TOLERANCE = 0.05;
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");

  private final List<CandidateController> controllers = new ArrayList<>();
  private final List<TalkingAgent> agents = new ArrayList<>();
  private final TestZooKeeper zooKeeper;
  private final Map<Path, Double> before;

  /** Starts a cluster, and waits until its agents have a schedule. */
  ControllerCluster(java.nio.file.Path folder, int sessionMillis) throws IOException, InterruptedException {
    zooKeeper = new TestZooKeeper(Files.createDirectory(folder.resolve("zookeeper")));
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
    await("a connection of every agent with every controller", () ->
        controllers.stream().allMatch(controller -> controller.agentConnections() >= agents.size()));
    // job_2, which is shorter, has the links of the other path
    await("the whole schedule", () -> rates("job_1").keySet().equals(Set.of(DIRECT)) && rates("job_1").get(DIRECT) > 0);
    before = rates("job_1");
  }

  List<CandidateController> controllers() {
    return controllers;
  }

  List<TalkingAgent> agents() {
    return agents;
  }

  TestZooKeeper zooKeeper() {
    return zooKeeper;
  }

  void close() throws IOException, InterruptedException {
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

  /** Returns the rates of the first schedule. */
  Map<Path, Double> ratesBefore() {
    return before;
  }

  /** Returns the rates of a shuffle's bundle from A to B that A's agent follows. */
  Map<Path, Double> rates(String shuffle) {
    return agents.get(0).rates(shuffle, "B", DIRECT, AROUND);
  }

  CandidateController leader() {
    return controllers.stream().filter(controller -> controller.term() != 0).findFirst().orElseThrow();
  }

  void await(String what, BooleanSupplier holds) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for %s; heard: %s", what, agents.stream().map(TalkingAgent::heard).toList())
          .isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** Checks that the next leader's first schedule gives the bundle the same rates as the first schedule of all. */
  void scheduleStandsIn(CandidateController next) throws InterruptedException {
    awaitEpochOf(next);
    Map<Path, Double> now = rates("job_1");
    assertThat(now.keySet()).isEqualTo(before.keySet());
    before.forEach((path, rate) -> assertThat(now.get(path)).isCloseTo(rate, within(TOLERANCE * rate)));
  }

  /**
   * Returns whether a schedule of this term has reached all agents, and gives the bundle the rates of the first schedule of all. Agents
   * may have sent their reports one after the other.
   */
  boolean isScheduleIn(long term) {
    Map<Path, Double> now = rates("job_1");
    return isHeardByAll(term) && now.keySet().equals(before.keySet())
        && before.entrySet().stream().allMatch(rate -> Math.abs(now.get(rate.getKey()) - rate.getValue()) <= TOLERANCE * rate.getValue());
  }

  private boolean isHeardByAll(long term) {
    return agents.stream().allMatch(agent -> agent.heard().contains("epoch of " + term));
  }

  private void awaitEpochOf(CandidateController leader) throws InterruptedException {
    long term = leader.term();
    await("the first epoch of the leader", () -> isHeardByAll(term));
  }

  /** Waits for the leader that follows another one, and returns it once it has welcomed all agents. */
  CandidateController awaitAfter(CandidateController last, long term) throws InterruptedException {
    await("another leader", () -> controllers.stream().anyMatch(other -> other != last && other.term() != 0));
    CandidateController next = controllers.stream().filter(other -> other != last && other.term() != 0).findFirst().orElseThrow();
    assertThat(next.term()).isGreaterThan(term);
    await("its welcome", () -> agents.stream().allMatch(agent -> agent.heard().contains("welcome " + next.term())));
    return next;
  }
}
