package dev.terra.lab.demo;

import com.google.common.math.Quantiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Real jobs in the middle of which something breaks. What the jobs make of it is compared with what they make with the stock shuffle; what
 * it costs them, with the same jobs with Terra and without the fault, run just before. A preemption costs what it lasts.
 */
final class JobFaults {
  /** What one killed agent may cost a job, seconds, as the median. */
  static final double AGENT_COST_SECONDS = 5;

  private static final String STOCK = "stock";
  private static final String PLAIN = "-plain";

  private final DemoCluster cluster;
  private final Engine engine;
  private final DemoPlan plan;
  private final Progress progress;
  private final JobRunner runner;

  /**
   * One run of the jobs with a fault, and, where its cost is of interest, one without just before.
   *
   * @param seconds of each job
   * @param plainSeconds of each job in the run without the fault; empty where there is none
   * @param identical whether all jobs' results are those of the stock run
   * @param counters what the jobs' own counters say, with the fault
   * @param fault what was seen of it; null where the jobs were done before it could strike
   */
  record Round(Map<String, Double> seconds, Map<String, Double> plainSeconds, boolean identical, JobCounters counters,
      DemoReport.FaultReport fault) {}

  /**
   * What became of the jobs under one kind of fault.
   *
   * @param medianCostSeconds over all jobs and rounds: how much longer than without the fault; null where that was not run
   * @param holds whether all rounds were struck, all results identical and, as far as the kind has one, the limit was kept
   */
  record Verdict(String engine, String fault, boolean holds, Double medianCostSeconds, List<Round> rounds) {
    static Verdict of(String engine, FaultKind kind, List<Round> rounds) {
      List<Double> costs = rounds.stream().flatMap(round -> round.plainSeconds().entrySet().stream()
          .map(job -> round.seconds().get(job.getKey()) - job.getValue())).toList();
      Double cost = costs.isEmpty() ? null : Quantiles.median().compute(costs);
      boolean well = rounds.stream().allMatch(round -> round.identical() && round.fault() != null);
      boolean unnoticed = rounds.stream().allMatch(round -> round.counters().equals(JobCounters.NONE));
      boolean kept = switch (kind) {
        case AGENT -> unnoticed && cost != null && cost < AGENT_COST_SECONDS;
        case AGENT_STALL, CONTROLLER, CONTROLLER_STALL, LINK, CORRUPTION -> unnoticed;
        // jobs that are done before it ends were not preempted for that long
        case PREEMPTION -> unnoticed && rounds.stream().allMatch(round -> round.fault() != null && round.fault().resumedSeconds() != null);
        case NODE, LOST_NODE, DECOMMISSION, TASK, STRAGGLER -> true;
      };
      return new Verdict(engine, kind.label(), well && kept, cost, List.copyOf(rounds));
    }
  }

  JobFaults(DemoCluster cluster, Engine engine, DemoPlan plan, Progress progress, LongSupplier nanoClock) {
    this.cluster = cluster;
    this.engine = engine;
    this.plan = plan;
    this.progress = progress;
    this.runner = new JobRunner(cluster, engine, progress, nanoClock);
  }

  /** Runs all, on a testbed with the stock shuffle and without input. */
  List<Verdict> run(List<FaultKind> kinds, int rounds) throws IOException, InterruptedException {
    List<DemoJob> jobs = plan.batches().get(0);
    List<DemoJob> inputs = new ArrayList<>(jobs);
    inputs.addAll(plan.warmUps());
    engine.prepare(cluster, inputs, progress);
    runner.warmUp(STOCK, plan.warmUps(), false);
    say(STOCK, runner.run(STOCK, jobs, false, Optional.empty()));
    runner.warmUp("terra", plan.warmUps(), true);
    List<Verdict> verdicts = new ArrayList<>();
    for (FaultKind kind : kinds) {
      List<Round> done = new ArrayList<>();
      for (int i = 1; i <= rounds; i++) {
        done.add(round(kind, kind.label() + "-" + i, jobs));
      }
      verdicts.add(Verdict.of(engine.name().label(), kind, done));
    }
    return verdicts;
  }

  private Round round(FaultKind kind, String name, List<DemoJob> jobs) throws IOException, InterruptedException {
    Optional<RunResult> plain = kind == FaultKind.PREEMPTION ? Optional.empty() : Optional.of(plainRun(name, jobs));
    double expected = plan.crossSiteBytes(cluster.wan().sites().size());
    RunResult broken = runner.run(name, jobs, true, Optional.of(new JobRunner.FaultRequest(kind, expected, true)));
    say(name, broken);
    Engine.Outputs outputs = engine.outputs(cluster);
    boolean identical = true;
    for (DemoJob job : jobs) {
      identical &= outputs.same(job, STOCK, name) && (plain.isEmpty() || outputs.same(job, STOCK, name + PLAIN));
    }
    return new Round(broken.secondsByJob(), plain.map(RunResult::secondsByJob).orElse(Map.of()), identical, broken.counters(),
        broken.fault().orElse(null));
  }

  private RunResult plainRun(String name, List<DemoJob> jobs) throws IOException, InterruptedException {
    RunResult plain = runner.run(name + PLAIN, jobs, true, Optional.empty());
    say(name + PLAIN, plain);
    return plain;
  }

  private void say(String name, RunResult run) {
    progress.say("%s: %s, %s%s", name, run.secondsByJob(), run.counters(),
        run.fault().map(fault -> "; " + fault.kind() + " " + fault.target() + ": " + fault.whatTerraDid()).orElse(""));
  }
}
