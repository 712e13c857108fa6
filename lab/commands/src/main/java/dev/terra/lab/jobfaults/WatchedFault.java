package dev.terra.lab.jobfaults;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.CarriedBytes;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.ShuffleTotals;
import dev.terra.lab.faults.Fault;
import java.io.IOException;
import java.util.List;

/**
 * A fault of a run with Terra whose bytes are watched: what tunnels deliver, and what handlers fetch directly since the
 * fault was prepared.
 */
abstract class WatchedFault implements RunFault {
  private final DemoCluster cluster;
  private final TrafficMonitor traffic;
  private ShuffleTotals before = ShuffleTotals.NONE;

  WatchedFault(DemoCluster cluster, TrafficMonitor traffic) {
    this.cluster = cluster;
    this.traffic = traffic;
  }

  final DemoCluster cluster() {
    return cluster;
  }

  final TrafficMonitor traffic() {
    return traffic;
  }

  final void inject(Fault fault) {
    fault.inject(cluster.control().terra());
  }

  final void repair(Fault fault) {
    fault.repair(cluster.control().terra());
  }

  /** Returns the site whose agent has most to send. */
  final SiteId busiestSite() {
    return new SiteId(traffic.busiestSite().orElseThrow());
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    before = cluster.shuffleCounters();
  }

  final boolean fetchesDirectly() throws IOException, InterruptedException {
    return cluster.shuffleCounters().minus(before).stockBytes() > 0;
  }

  final String fetchedDirectly() throws IOException, InterruptedException {
    return CarriedBytes.fetchedDirectly(cluster, before);
  }

  @Override
  public List<String> seen() throws IOException, InterruptedException {
    return List.of(fetchedDirectly());
  }
}
