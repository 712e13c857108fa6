package dev.terra.lab.transfer;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.path.PathRules;
import dev.terra.sim.Evaluation;
import dev.terra.sim.SimulationOptions;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Computes when shuffles that begin together end if everything goes as the controller's policy plans it on the payload
 * capacities.
 */
public final class PlannedTimes {
  private static final String SENDERS = "senders";
  private static final String RECEIVERS = "receivers";

  private PlannedTimes() {}

  /** Returns the seconds by name. Only the transfers take time. */
  public static Map<String, Double> of(Wan wan, Map<String, TransferPlan> plans) {
    List<TraceJob> jobs = plans.entrySet().stream().map(plan -> job(plan.getKey(), plan.getValue())).toList();
    Evaluation evaluation = new Evaluation(new Evaluation.Setting(TransferPlan.payload(wan), new Trace("at once", jobs, List.of()),
        PathRules.DEFAULT_PATHS, OptionalDouble.empty(), SimulationOptions.plain()), System::nanoTime);
    return evaluation.run(PolicyName.TERRA_PLUS, (done, all) -> { }).jobs().stream()
        .collect(Collectors.toMap(SimulationResult.JobTime::id, SimulationResult.JobTime::seconds));
  }

  private static TraceJob job(String name, TransferPlan plan) {
    List<SiteBytes> matrix =
        plan.flows().stream().map(flow -> new SiteBytes(flow.from(), flow.to(), flow.bytes(), 1)).toList();
    return new TraceJob(name, 0, List.of(new Stage(SENDERS, sites(plan, TransferPlan.Flow::from)),
        new Stage(RECEIVERS, sites(plan, TransferPlan.Flow::to))), List.of(TraceShuffle.of(SENDERS, RECEIVERS, matrix)));
  }

  private static Map<SiteId, Integer> sites(TransferPlan plan, Function<TransferPlan.Flow, SiteId> end) {
    return plan.flows().stream().map(end).distinct().collect(Collectors.toMap(site -> site, site -> 1));
  }
}
