package dev.terra.cli.demo;

import dev.terra.cli.net.TrafficMonitor;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A process of Terra's is away for a while in the middle of a run: killed, or stopped like one whose machine hangs. */
final class ProcessRunFaults {
  private static final double AGENT_AWAY_SECONDS = 0.5;
  private static final double CONTROLLER_AWAY_SECONDS = 3;
  /** Longer than the 8 s for which fetches wait for an agent, and than the 5 s after which agents and controller miss each other. */
  private static final double STALL_SECONDS = 20;

  private ProcessRunFaults() {}

  static RunFault killedAgent(DemoCluster cluster, TrafficMonitor traffic, boolean comesBack) {
    ClusterControl control = cluster.control();
    return new Agent(cluster, traffic, comesBack ? AGENT_AWAY_SECONDS : Double.POSITIVE_INFINITY, control::killAgent,
        control::restartAgent);
  }

  static RunFault stalledAgent(DemoCluster cluster, TrafficMonitor traffic) {
    ClusterControl control = cluster.control();
    return new Agent(cluster, traffic, STALL_SECONDS, control::stallAgent, control::resumeAgent);
  }

  static RunFault killedController(DemoCluster cluster, TrafficMonitor traffic, boolean comesBack) {
    ClusterControl control = cluster.control();
    return new Controller(cluster, traffic, comesBack ? CONTROLLER_AWAY_SECONDS : Double.POSITIVE_INFINITY, control::killController,
        control::restartController);
  }

  static RunFault stalledController(DemoCluster cluster, TrafficMonitor traffic) {
    ClusterControl control = cluster.control();
    return new Controller(cluster, traffic, STALL_SECONDS, control::stallController, control::resumeController);
  }

  /** A process that goes and, unless that takes for ever, comes back. */
  private abstract static class Away implements RunFault {
    private final DemoCluster cluster;
    private final double awaySeconds;
    private boolean struck;
    private boolean away;
    private ShuffleTotals before = ShuffleTotals.NONE;

    Away(DemoCluster cluster, double awaySeconds) {
      this.cluster = cluster;
      this.awaySeconds = awaySeconds;
    }

    /** Takes it away; returns its name. */
    abstract String take();

    abstract void bringBack();

    /** What has been fetched directly since it went. */
    final long stockBytes() throws IOException, InterruptedException {
      return cluster.shuffleCounters().minus(before).stockBytes();
    }

    @Override
    public final String strike() throws IOException, InterruptedException {
      before = cluster.shuffleCounters();
      String name = take();
      struck = true;
      away = true;
      return name;
    }

    @Override
    public final void goOn(double secondsSince) {
      if (away && secondsSince >= awaySeconds) {
        bringBack();
        away = false;
      }
    }

    @Override
    public final void mend() throws IOException {
      if (struck && awaySeconds < Double.POSITIVE_INFINITY) {
        goOn(awaySeconds);
        cluster.control().awaitTunnels();
      }
    }

    @Override
    public final List<String> seen() throws IOException, InterruptedException {
      return List.of(RunFaults.fetchedDirectly(cluster, before));
    }
  }

  /** The busiest site's agent. */
  private static final class Agent extends Away {
    private final TrafficMonitor traffic;
    private final Consumer<String> take;
    private final Consumer<String> bringBack;
    private String site;

    Agent(DemoCluster cluster, TrafficMonitor traffic, double awaySeconds, Consumer<String> take, Consumer<String> bringBack) {
      super(cluster, awaySeconds);
      this.traffic = traffic;
      this.take = take;
      this.bringBack = bringBack;
    }

    @Override
    String take() {
      site = traffic.busiestSite().orElseThrow();
      take.accept(site);
      return site;
    }

    @Override
    void bringBack() {
      bringBack.accept(site);
    }

    @Override
    public boolean flowsAgain() throws IOException, InterruptedException {
      return stockBytes() > 0;
    }
  }

  /** The controller. */
  private static final class Controller extends Away {
    private final TrafficMonitor traffic;
    private final Runnable take;
    private final Runnable bringBack;
    private long before;

    Controller(DemoCluster cluster, TrafficMonitor traffic, double awaySeconds, Runnable take, Runnable bringBack) {
      super(cluster, awaySeconds);
      this.traffic = traffic;
      this.take = take;
      this.bringBack = bringBack;
    }

    @Override
    String take() {
      before = traffic.deliveredBytes();
      take.run();
      return "controller";
    }

    @Override
    void bringBack() {
      bringBack.run();
    }

    @Override
    public boolean flowsAgain() {
      return traffic.deliveredBytes() > before;
    }
  }
}
