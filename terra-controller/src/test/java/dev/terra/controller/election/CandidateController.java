package dev.terra.controller.election;

import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerPort;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import dev.terra.controller.core.turn.Leadership;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** One of several controllers. It is connected to ZooKeeper and to agents over proxies. */
final class CandidateController {
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final ControllerConfig config;
  private final ControllerPort port;
  private final ZooKeeperElection election;
  private final StallingProxy toZooKeeper;
  private final StallingProxy toAgents;
  private final Thread thread = new Thread(this::run);
  private volatile long term;
  private volatile Optional<ControllerServer> leading = Optional.empty();
  private volatile CountDownLatch noticing = new CountDownLatch(0);

  CandidateController(ControllerConfig config, TestZooKeeper zooKeeper, int sessionMillis) throws IOException {
    this.config = config;
    int agents = Settings.of(config, 0).maxAgents();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    this.port = ControllerPort.open(new ControllerPort.Listening(any, Optional.empty(), agents), executor, System::nanoTime);
    this.toZooKeeper = new StallingProxy(zooKeeper.port());
    this.toAgents = new StallingProxy(port.port());
    this.election = ZooKeeperElection.start(
        ZooKeeperConfig.at("127.0.0.1:" + toZooKeeper.address().getPort()).withSessionMillis(sessionMillis), "controller");
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        Election.Won won = election.awaitWon();
        try (ControllerServer server = ControllerServer.lead(Settings.of(config, new Leadership(System.nanoTime(), won.term())), port,
            won.actions())) {
          leading = Optional.of(server);
          term = server.port() == port.port() ? won.term() : 0;
          won.awaitOver();
          noticing.await();
          term = 0;
          leading = Optional.empty();
        }
      }
    } catch (InterruptedException e) {
      term = 0;
    }
  }

  InetSocketAddress address() {
    return toAgents.address();
  }

  /** Returns how often this controller has connected to ZooKeeper. */
  int zooKeeperConnections() {
    return toZooKeeper.connections();
  }

  /** Returns how many connections of agents this controller has had. */
  int agentConnections() {
    return toAgents.connections();
  }

  /** Returns the server that runs while this controller leads. */
  ControllerServer server() {
    return leading.orElseThrow();
  }

  /** Returns the term in which this controller leads, or 0 if it does not lead. */
  long term() {
    return term;
  }

  /**
   * Makes this controller behave like a process that stands still: ZooKeeper and agents receive nothing, and it does not notice that its
   * session is over.
   */
  void pause() {
    noticing = new CountDownLatch(1);
    toZooKeeper.stall();
    toAgents.stall();
  }

  /** Lets this controller go on where it stopped. Agents have given its connections up, and connect again. */
  void goOn() {
    toAgents.cut();
    toZooKeeper.resume();
    toAgents.resume();
  }

  /** Lets this controller notice that it no longer leads. */
  void notice() {
    noticing.countDown();
  }

  /** Cuts this controller's host off: its connections end, and none can be opened. */
  void isolate() {
    toAgents.refuse();
    toZooKeeper.refuse();
  }

  /** Reconnects this controller's host. */
  void rejoin() {
    toAgents.admit();
    toZooKeeper.admit();
  }

  /** Ends agents' connections, which may be opened again. */
  void cutAgents() {
    toAgents.cut();
  }

  /** Makes this controller behave like a killed process: its connections end, and it sends nothing more. */
  void kill() throws IOException {
    toAgents.close();
    toZooKeeper.close();
  }

  void close() throws IOException, InterruptedException {
    notice();
    election.close();
    thread.join();
    toAgents.close();
    toZooKeeper.close();
    port.close();
    executor.shutdownNow();
  }
}
