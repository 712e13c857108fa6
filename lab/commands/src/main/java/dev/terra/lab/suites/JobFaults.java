package dev.terra.lab.suites;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.demo.RunResult;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.FaultKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Real jobs in the middle of which something breaks. What the jobs make of it is compared with what they make with the stock shuffle; what
 * it costs them, with the same jobs with Terra and without the fault, run just before. A preemption costs what it lasts.
 */
final class JobFaults {
  private static final String STOCK = "stock";
  private static final String PLAIN = "-plain";

  private final DemoCluster cluster;
  private final Engine engine;
  private final DemoPlan plan;
  private final Progress progress;
  private final JobRunner runner;
  private boolean besideStock;

  JobFaults(DemoCluster cluster, Engine engine, DemoPlan plan, Progress progress, LongSupplier nanoClock) {
    this.cluster = cluster;
    this.engine = engine;
    this.plan = plan;
    this.progress = progress;
    this.runner = new JobRunner(cluster, engine, progress, nanoClock);
  }

  /** What ends of YARN's own strikes a run with the stock shuffle, too, and each kind is compared with that. */
  JobFaults besideStock() {
    besideStock = true;
    return this;
  }

  /** Runs all, on a testbed with the stock shuffle and without input. */
  List<FaultVerdict> run(List<FaultKind> kinds, int rounds) throws IOException, InterruptedException {
    List<DemoJob> jobs = plan.batches().get(0);
    List<DemoJob> inputs = new ArrayList<>(jobs);
    inputs.addAll(plan.warmUps());
    engine.prepare(cluster, inputs, progress);
    runner.warmUp(STOCK, plan.warmUps(), false);
    say(STOCK, runner.run(STOCK, jobs, false, Optional.empty()));
    Map<FaultKind, JobCounters> stock = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : kinds) {
      if (besideStock && kind.isOfYarn()) {
        stock.put(kind, broken(kind, STOCK + "-" + kind.label(), jobs, false).counters());
      }
    }
    runner.warmUp("terra", plan.warmUps(), true);
    List<FaultVerdict> verdicts = new ArrayList<>();
    for (FaultKind kind : kinds) {
      List<FaultRound> done = new ArrayList<>();
      for (int i = 1; i <= rounds; i++) {
        done.add(round(kind, kind.label() + "-" + i, jobs, stock.get(kind)));
      }
      verdicts.add(FaultVerdict.of(engine.name().label(), kind, done));
    }
    return verdicts;
  }

  private FaultRound round(FaultKind kind, String name, List<DemoJob> jobs, JobCounters stock) throws IOException, InterruptedException {
    Optional<RunResult> plain = kind == FaultKind.PREEMPTION ? Optional.empty() : Optional.of(plainRun(name, jobs));
    RunResult broken = broken(kind, name, jobs, true);
    Engine.Outputs outputs = engine.outputs(cluster);
    boolean identical = true;
    for (DemoJob job : jobs) {
      identical &= outputs.same(job, STOCK, name) && (plain.isEmpty() || outputs.same(job, STOCK, name + PLAIN));
    }
    return new FaultRound(broken.secondsByJob(), plain.map(RunResult::secondsByJob).orElse(Map.of()), identical, broken.counters(),
        stock, broken.fault().orElse(null));
  }

  private RunResult broken(FaultKind kind, String name, List<DemoJob> jobs, boolean terra) throws IOException, InterruptedException {
    double expected = plan.crossSiteBytes(cluster.wan().sites().size());
    RunResult broken = runner.run(name, jobs, terra, Optional.of(JobRunner.FaultRequest.of(kind, expected, true, cluster)));
    say(name, broken);
    return broken;
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
