package dev.terra.cli.demo;

import dev.terra.cli.net.TrafficMonitor;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The kinds of {@link RunFault}. */
final class RunFaults {
  private RunFaults() {}

  /**
   * The fault of a kind, for a run that is being watched.
   *
   * @param comesBack whether a process that is killed is started again, as where something watches over it
   */
  static RunFault of(FaultKind kind, boolean comesBack, DemoCluster cluster, TrafficMonitor traffic) {
    return switch (kind) {
      case AGENT -> new Agent(cluster, traffic, comesBack);
      case CONTROLLER -> new Controller(cluster, traffic, comesBack);
      case LINK -> new LinkCut(cluster, traffic);
      case NODE -> new NodeKills(cluster, traffic);
      case PREEMPTION -> new Preemption(cluster);
    };
  }

  static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  private static String fetchedDirectly(DemoCluster cluster, ShuffleTotals before) throws IOException, InterruptedException {
    ShuffleTotals since = cluster.shuffleCounters().minus(before);
    return megabytes(since.stockBytes()) + " were fetched directly, in " + since.fallbacks() + " fallbacks";
  }

  /** A process that is killed and, where something watches over it, started again. */
  private abstract static class Killed implements RunFault {
    private final DemoCluster cluster;
    private final boolean comesBack;
    private final double awaySeconds;
    private boolean struck;
    private boolean away;
    private ShuffleTotals before = ShuffleTotals.NONE;

    Killed(DemoCluster cluster, boolean comesBack, double awaySeconds) {
      this.cluster = cluster;
      this.comesBack = comesBack;
      this.awaySeconds = awaySeconds;
    }

    /** Kills it; returns its name. */
    abstract String kill();

    abstract void restart();

    final ClusterControl control() {
      return cluster.control();
    }

    /** What has been fetched directly since it was killed. */
    final long stockBytes() throws IOException, InterruptedException {
      return cluster.shuffleCounters().minus(before).stockBytes();
    }

    @Override
    public final String strike() throws IOException, InterruptedException {
      before = cluster.shuffleCounters();
      String name = kill();
      struck = true;
      away = true;
      return name;
    }

    @Override
    public final void goOn(double secondsSince) {
      if (away && comesBack && secondsSince >= awaySeconds) {
        restart();
        away = false;
      }
    }

    @Override
    public final void mend() throws IOException {
      if (struck && comesBack) {
        goOn(awaySeconds);
        control().awaitTunnels();
      }
    }

    @Override
    public final List<String> seen() throws IOException, InterruptedException {
      return List.of(fetchedDirectly(cluster, before));
    }
  }

  /** The busiest site's agent. */
  private static final class Agent extends Killed {
    private static final double AWAY_SECONDS = 0.5;
    private final TrafficMonitor traffic;
    private String site;

    Agent(DemoCluster cluster, TrafficMonitor traffic, boolean comesBack) {
      super(cluster, comesBack, AWAY_SECONDS);
      this.traffic = traffic;
    }

    @Override
    String kill() {
      site = traffic.busiestSite().orElseThrow();
      control().killAgent(site);
      return site;
    }

    @Override
    void restart() {
      control().restartAgent(site);
    }

    @Override
    public boolean flowsAgain() throws IOException, InterruptedException {
      return stockBytes() > 0;
    }
  }

  /** The controller. */
  private static final class Controller extends Killed {
    private static final double AWAY_SECONDS = 3;
    private final TrafficMonitor traffic;
    private long before;

    Controller(DemoCluster cluster, TrafficMonitor traffic, boolean comesBack) {
      super(cluster, comesBack, AWAY_SECONDS);
      this.traffic = traffic;
    }

    @Override
    String kill() {
      before = traffic.deliveredBytes();
      control().killController();
      return "controller";
    }

    @Override
    void restart() {
      control().restartController();
    }

    @Override
    public boolean flowsAgain() {
      return traffic.deliveredBytes() > before;
    }
  }

  /** The link that has carried most. */
  private static final class LinkCut implements RunFault {
    private final DemoCluster cluster;
    private final TrafficMonitor traffic;
    private List<String> ends = List.of();
    private Map<List<String>, Long> before = Map.of();
    private ShuffleTotals countersBefore = ShuffleTotals.NONE;

    LinkCut(DemoCluster cluster, TrafficMonitor traffic) {
      this.cluster = cluster;
      this.traffic = traffic;
    }

    @Override
    public String strike() throws IOException, InterruptedException {
      countersBefore = cluster.shuffleCounters();
      before = traffic.deliveredByPath();
      ends = before.entrySet().stream().filter(path -> path.getKey().size() == 2).max(Map.Entry.comparingByValue())
          .orElseThrow(() -> new IllegalStateException("no link has carried anything yet")).getKey();
      cluster.control().cutLink(ends.get(0), ends.get(1));
      return String.join("-", ends);
    }

    @Override
    public boolean flowsAgain() {
      return detourBytes() > 0;
    }

    /** Bytes that since the fault went around the cut link. */
    private long detourBytes() {
      return traffic.deliveredByPath().entrySet().stream().filter(path -> isDetour(path.getKey()))
          .mapToLong(path -> path.getValue() - before.getOrDefault(path.getKey(), 0L)).sum();
    }

    private boolean isDetour(List<String> path) {
      return path.size() > 2 && ends.contains(path.get(0)) && ends.contains(path.get(path.size() - 1));
    }

    @Override
    public void mend() throws IOException {
      if (!ends.isEmpty()) {
        cluster.control().restoreLink(ends.get(0), ends.get(1));
      }
    }

    @Override
    public List<String> seen() throws IOException, InterruptedException {
      return List.of(megabytes(detourBytes()) + " between " + String.join(" and ", ends) + " went around the cut link",
          fetchedDirectly(cluster, countersBefore));
    }
  }

  /** One node's NodeManager after the other is killed and at once started again, with what it finds of itself. */
  private static final class NodeKills implements RunFault {
    /** All serve for so long before the next one is killed: a fetch that it breaks off begins anew, with any shuffle, and takes time. */
    private static final double BETWEEN_SECONDS = 40;
    private final DemoCluster cluster;
    private final TrafficMonitor traffic;
    private final List<String> nodes;
    private int kills;
    private double nextSeconds;
    private long before;

    NodeKills(DemoCluster cluster, TrafficMonitor traffic) {
      this.cluster = cluster;
      this.traffic = traffic;
      this.nodes = cluster.control().workers();
    }

    @Override
    public String strike() {
      before = traffic.deliveredBytes();
      return killNext();
    }

    private String killNext() {
      String node = nodes.get(kills++ % nodes.size());
      cluster.control().restartNodeManager(node);
      return node;
    }

    @Override
    public void goOn(double secondsSince) throws IOException, InterruptedException {
      if (!cluster.control().allHandlersServe()) {
        nextSeconds = secondsSince + BETWEEN_SECONDS;
      } else if (secondsSince >= nextSeconds) {
        killNext();
      }
    }

    @Override
    public boolean flowsAgain() {
      return traffic.deliveredBytes() > before;
    }

    @Override
    public void mend() throws IOException, InterruptedException {
      if (kills > 0) {
        cluster.control().awaitHandlers();
      }
    }

    @Override
    public List<String> seen() {
      return List.of(kills + " times a NodeManager was killed and started again");
    }
  }
}
