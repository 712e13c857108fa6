package dev.terra.lab.suites;

import com.google.common.math.Quantiles;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.FaultKind;
import dev.terra.lab.jobfaults.NodeRunFaults;
import dev.terra.testbed.hadoop.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The outcome of the jobs under one kind of fault.
 *
 * @param medianCostSeconds over all jobs and rounds: how much longer they took than without the fault; null if that was
 *     not run
 * @param holds whether all rounds were struck, all results are identical and the kind's limits were kept
 */
record FaultVerdict(String engine, String fault, boolean holds, Double medianCostSeconds, List<FaultRound> rounds) {
  /** The limit of what one killed agent costs a job, seconds. */
  static final double AGENT_COST_SECONDS = 5;
  /** The time for which an application master tries to reach a node that has left: YARN's own limit. */
  static final double MASTER_RETRY_SECONDS = 180;

  static FaultVerdict of(String engine, FaultKind kind, List<FaultRound> rounds) {
    List<Double> costs = new ArrayList<>();
    List<Double> beyondLimit = new ArrayList<>();
    for (FaultRound round : rounds) {
      for (Map.Entry<String, Double> plain : round.plainSeconds().entrySet()) {
        double cost = round.seconds().get(plain.getKey()) - plain.getValue();
        costs.add(cost);
        costLimitSeconds(kind, round, plain.getValue()).ifPresent(limit -> beyondLimit.add(cost - limit));
      }
    }
    boolean well = rounds.stream().allMatch(round -> round.identical() && round.fault() != null);
    boolean holds = well && rounds.stream().allMatch(round -> countersAreFine(kind, round))
        && (!hasCostLimit(kind) || (!beyondLimit.isEmpty() && median(beyondLimit) < 0)) && (kind != FaultKind.PREEMPTION || lasted(rounds));
    return new FaultVerdict(engine, kind.label(), holds, costs.isEmpty() ? null : median(costs), List.copyOf(rounds));
  }

  private static double median(List<Double> values) {
    return Quantiles.median().compute(values);
  }

  private static boolean hasCostLimit(FaultKind kind) {
    return switch (kind) {
      case AGENT, SERVICE, NODE, LOST_NODE, DECOMMISSION, TASK, STRAGGLER -> true;
      case AGENT_STALL, CONTROLLER, CONTROLLER_STALL, LINK, CORRUPTION, PREEMPTION -> false;
    };
  }

  /**
   * Returns how much longer a job may take: as long as the fault itself lasts, and the time of the work that must be
   * repeated. Empty if there is no limit, or the fault did not strike.
   */
  private static OptionalDouble costLimitSeconds(FaultKind kind, FaultRound round, double plainSeconds) {
    if (!hasCostLimit(kind) || round.fault() == null) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(switch (kind) {
      case AGENT -> AGENT_COST_SECONDS;
      // a fetch that a kill interrupts may lose the time since the kill before
      case SERVICE, NODE -> round.fault().strikes() * NodeRunFaults.BETWEEN_KILLS_SECONDS;
      // at worst, all work of the job must be repeated
      case LOST_NODE -> Cluster.NODE_EXPIRY_SECONDS + MASTER_RETRY_SECONDS + plainSeconds;
      case DECOMMISSION -> MASTER_RETRY_SECONDS + plainSeconds;
      case TASK -> plainSeconds;
      // the task continues where it stopped, unless another attempt is done before
      case STRAGGLER -> NodeRunFaults.STALL_SECONDS;
      default -> throw new IllegalArgumentException(kind + " has no limit to its cost");
    });
  }

  /**
   * Returns whether the counters are as they should be. Faults of Terra's own parts cause no failed shuffle and no
   * extra attempt; the end of tasks causes extra attempts, and no failed shuffle. No more stages are retried than with
   * the stock shuffle and the same fault.
   */
  private static boolean countersAreFine(FaultKind kind, FaultRound round) {
    JobCounters counters = round.counters();
    boolean stagesAreFine = round.stockCounters() == null || counters.stageRetries() <= round.stockCounters().stageRetries();
    return stagesAreFine && switch (kind) {
      case AGENT, AGENT_STALL, CONTROLLER, CONTROLLER_STALL, LINK, CORRUPTION, PREEMPTION -> counters.equals(JobCounters.NONE);
      case TASK, STRAGGLER -> counters.failedShuffles() == 0;
      // map outputs and fetches are lost with a node, with any shuffle
      case SERVICE, NODE, LOST_NODE, DECOMMISSION -> true;
    };
  }

  /**
   * Returns whether the fault lasted until bytes flowed again in all rounds. Jobs that were done before were not
   * preempted for that long.
   */
  private static boolean lasted(List<FaultRound> rounds) {
    return rounds.stream().allMatch(round -> round.fault() != null && round.fault().resumedSeconds() != null);
  }
}
