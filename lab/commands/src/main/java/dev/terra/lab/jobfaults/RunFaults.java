package dev.terra.lab.jobfaults;

import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.DemoCluster;

/** Makes the kinds of {@link RunFault}. */
public final class RunFaults {
  private RunFaults() {}

  /**
   * Makes the fault of a kind, for a run that is watched.
   *
   * @param comesBack whether a killed process of Terra is restarted, as by a supervisor
   */
  public static RunFault of(FaultKind kind, boolean comesBack, DemoCluster cluster, TrafficMonitor traffic) {
    return switch (kind) {
      case AGENT -> ProcessRunFaults.killedAgent(cluster, traffic, comesBack);
      case AGENT_STALL -> ProcessRunFaults.stalledAgent(cluster, traffic);
      case CONTROLLER -> ProcessRunFaults.killedController(cluster, traffic, comesBack);
      case CONTROLLER_STALL -> ProcessRunFaults.stalledController(cluster, traffic);
      case LINK -> LinkRunFaults.cut(cluster, traffic);
      case CORRUPTION -> LinkRunFaults.corruption(cluster, traffic);
      case SERVICE -> new NodeRunFaults.KilledService(cluster, traffic);
      case NODE -> new NodeRunFaults.Restarts(cluster, traffic);
      case LOST_NODE -> new NodeRunFaults.Loss(cluster, traffic);
      case DECOMMISSION -> new NodeRunFaults.Decommission(cluster, traffic);
      case TASK -> new NodeRunFaults.KilledTask(cluster, traffic);
      case STRAGGLER -> new NodeRunFaults.Straggler(cluster, traffic);
      case PREEMPTION -> new Preemption(cluster);
    };
  }
}
