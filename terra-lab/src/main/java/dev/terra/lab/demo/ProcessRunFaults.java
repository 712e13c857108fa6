package dev.terra.lab.demo;

import dev.terra.lab.net.TrafficMonitor;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A process of Terra's is away for a while in the middle of a run: killed, or stopped like one whose machine hangs. */
final class ProcessRunFaults {
  private static final double AGENT_AWAY_SECONDS = 0.5;
  private static final double CONTROLLER_AWAY_SECONDS = 3;
  /** Longer than the 8 s for which fetches wait for an agent, and than the 5 s after which agents and controller miss each other. */
  private static final double STALL_SECONDS = 20;

  private ProcessRunFaults() {}

  static RunFault killedAgent(DemoCluster cluster, TrafficMonitor traffic, boolean comesBack) {
    ClusterControl control = cluster.control();
    return agent(cluster, traffic, comesBack ? AGENT_AWAY_SECONDS : Double.POSITIVE_INFINITY, control::killAgent, control::restartAgent);
  }

  static RunFault stalledAgent(DemoCluster cluster, TrafficMonitor traffic) {
    ClusterControl control = cluster.control();
    return agent(cluster, traffic, STALL_SECONDS, control::stallAgent, control::resumeAgent);
  }

  /** The busiest site's agent. */
  private static RunFault agent(
      DemoCluster cluster, TrafficMonitor traffic, double awaySeconds, Consumer<String> take, Consumer<String> bringBack) {
    return new Away(cluster, traffic, awaySeconds,
        new Victim(() -> traffic.busiestSite().orElseThrow(), take, bringBack, (site, path) -> path.get(0).equals(site)));
  }

  static RunFault killedController(DemoCluster cluster, TrafficMonitor traffic, boolean comesBack) {
    ClusterControl control = cluster.control();
    return controller(cluster, traffic, comesBack ? CONTROLLER_AWAY_SECONDS : Double.POSITIVE_INFINITY, control::killController,
        control::restartController);
  }

  static RunFault stalledController(DemoCluster cluster, TrafficMonitor traffic) {
    ClusterControl control = cluster.control();
    return controller(cluster, traffic, STALL_SECONDS, control::stallController, control::resumeController);
  }

  private static RunFault controller(
      DemoCluster cluster, TrafficMonitor traffic, double awaySeconds, Runnable take, Runnable bringBack) {
    return new Away(cluster, traffic, awaySeconds,
        new Victim(() -> "controller", name -> take.run(), name -> bringBack.run(), (name, path) -> true));
  }

  /**
   * A process.
   *
   * @param choose names it when the time has come
   * @param sends whether it has a part in what a path, a list of sites, carries
   */
  private record Victim(
      Supplier<String> choose, Consumer<String> take, Consumer<String> bringBack, BiPredicate<String, List<String>> sends) {}

  /** A process that goes and, unless that takes for ever, comes back. */
  private static final class Away implements RunFault {
    private final DemoCluster cluster;
    private final TrafficMonitor traffic;
    private final double awaySeconds;
    private final Victim victim;
    private String name;
    private boolean away;
    private long deliveredBefore;
    private ShuffleTotals before = ShuffleTotals.NONE;

    Away(DemoCluster cluster, TrafficMonitor traffic, double awaySeconds, Victim victim) {
      this.cluster = cluster;
      this.traffic = traffic;
      this.awaySeconds = awaySeconds;
      this.victim = victim;
    }

    @Override
    public void prepare() throws IOException, InterruptedException {
      before = cluster.shuffleCounters();
    }

    @Override
    public String strike() throws IOException, InterruptedException {
      name = victim.choose().get();
      deliveredBefore = delivered();
      victim.take().accept(name);
      away = true;
      return name;
    }

    @Override
    public void goOn(double secondsSince) {
      if (away && secondsSince >= awaySeconds) {
        victim.bringBack().accept(name);
        away = false;
      }
    }

    /** What it sends arrives again, or is fetched directly instead. */
    @Override
    public boolean flowsAgain() throws IOException, InterruptedException {
      return delivered() > deliveredBefore || cluster.shuffleCounters().minus(before).stockBytes() > 0;
    }

    private long delivered() {
      return traffic.deliveredByPath().entrySet().stream()
          .filter(path -> victim.sends().test(name, path.getKey())).mapToLong(Map.Entry::getValue).sum();
    }

    @Override
    public void mend() throws IOException {
      if (name != null && awaySeconds < Double.POSITIVE_INFINITY) {
        goOn(awaySeconds);
        cluster.control().awaitTunnels();
      }
    }

    @Override
    public List<String> seen() throws IOException, InterruptedException {
      return List.of(CarriedBytes.fetchedDirectly(cluster, before));
    }
  }
}
