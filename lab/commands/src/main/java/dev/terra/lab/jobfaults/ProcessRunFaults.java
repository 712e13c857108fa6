package dev.terra.lab.jobfaults;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.faults.Fault;
import dev.terra.lab.faults.ProcessFaults;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A fault in which a process of Terra is away for a while in the middle of a run: killed, or stopped as on a machine
 * that hangs.
 */
final class ProcessRunFaults extends WatchedFault {
  private static final double AGENT_AWAY_SECONDS = 0.5;
  private static final double CONTROLLER_AWAY_SECONDS = 3;
  /**
   * The time for which a process is stopped: longer than the 8 s for which fetches wait for an agent, and than the 5 s
   * after which agents and controller consider each other lost.
   */
  private static final double STALL_SECONDS = 20;

  private final double awaySeconds;
  private final Supplier<Victim> choose;
  private Victim victim;
  private boolean away;
  private long deliveredBefore;

  /**
   * The process that breaks.
   *
   * @param sends whether the process takes part in what a path, a list of sites, carries
   */
  private record Victim(String name, Fault fault, Predicate<List<String>> sends) {}

  private ProcessRunFaults(DemoCluster cluster, TrafficMonitor traffic, double awaySeconds, Supplier<Victim> choose) {
    super(cluster, traffic);
    this.awaySeconds = awaySeconds;
    this.choose = choose;
  }

  static RunFault killedAgent(DemoCluster cluster, TrafficMonitor traffic, boolean comesBack) {
    return agent(cluster, traffic, comesBack ? AGENT_AWAY_SECONDS : Double.POSITIVE_INFINITY, ProcessFaults::killedAgent);
  }

  static RunFault stalledAgent(DemoCluster cluster, TrafficMonitor traffic) {
    return agent(cluster, traffic, STALL_SECONDS, ProcessFaults::stalledAgent);
  }

  /** Makes a fault of the busiest site's agent. */
  private static RunFault agent(DemoCluster cluster, TrafficMonitor traffic, double awaySeconds, Function<SiteId, Fault> kind) {
    return new ProcessRunFaults(cluster, traffic, awaySeconds, () -> {
      String site = traffic.busiestSite().orElseThrow();
      return new Victim(site, kind.apply(new SiteId(site)), path -> path.get(0).equals(site));
    });
  }

  static RunFault killedController(DemoCluster cluster, TrafficMonitor traffic, boolean comesBack) {
    return controller(cluster, traffic, comesBack ? CONTROLLER_AWAY_SECONDS : Double.POSITIVE_INFINITY, ProcessFaults.killedController());
  }

  static RunFault stalledController(DemoCluster cluster, TrafficMonitor traffic) {
    return controller(cluster, traffic, STALL_SECONDS, ProcessFaults.stalledController());
  }

  private static RunFault controller(DemoCluster cluster, TrafficMonitor traffic, double awaySeconds, Fault fault) {
    return new ProcessRunFaults(cluster, traffic, awaySeconds, () -> new Victim("controller", fault, path -> true));
  }

  @Override
  public String strike() {
    victim = choose.get();
    deliveredBefore = delivered();
    inject(victim.fault());
    away = true;
    return victim.name();
  }

  @Override
  public void goOn(double secondsSince) {
    if (away && secondsSince >= awaySeconds) {
      repair(victim.fault());
      away = false;
    }
  }

  /** Returns whether the bytes that the process sends arrive again, or are fetched directly instead. */
  @Override
  public boolean flowsAgain() throws IOException, InterruptedException {
    return delivered() > deliveredBefore || fetchesDirectly();
  }

  private long delivered() {
    return traffic().deliveredByPath().entrySet().stream().filter(path -> victim.sends().test(path.getKey()))
        .mapToLong(Map.Entry::getValue).sum();
  }

  @Override
  public void mend() throws IOException {
    if (victim != null && awaySeconds < Double.POSITIVE_INFINITY) {
      goOn(awaySeconds);
      cluster().control().awaitTunnels();
    }
  }
}
