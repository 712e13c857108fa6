package dev.terra.lab.suites;

import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.demo.RunResult;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.FaultKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs real jobs, in the middle of which something breaks. Their results are compared with those of the stock shuffle,
 * and their times with those of the same jobs with Terra and without the fault, run just before. A preemption costs as
 * much time as it lasts.
 */
final class JobFaults {
  private static final String STOCK = "stock";
  private static final String PLAIN = "-plain";

  private final JobRunner runner;
  private boolean besideStock;

  JobFaults(JobRunner runner) {
    this.runner = runner;
  }

  /** Also injects faults of YARN's own parts into runs with the stock shuffle, and compares each kind with such a run. */
  JobFaults besideStock() {
    besideStock = true;
    return this;
  }

  /** Runs all faults, on a testbed with the stock shuffle and without input. */
  List<FaultVerdict> run(List<FaultKind> kinds, int rounds) throws IOException, InterruptedException {
    List<DemoJob> jobs = runner.plan().batches().get(0);
    List<DemoJob> inputs = new ArrayList<>(jobs);
    inputs.addAll(runner.plan().warmUps());
    runner.engine().prepare(runner.cluster(), inputs, runner.progress());
    runner.warmUp(STOCK, runner.plan().warmUps(), false);
    say(STOCK, runner.run(STOCK, jobs, false, Optional.empty()));
    Map<FaultKind, JobCounters> stock = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : kinds) {
      if (besideStock && kind.isOfYarn()) {
        stock.put(kind, broken(kind, STOCK + "-" + kind.label(), jobs, false).counters());
      }
    }
    runner.warmUp("terra", runner.plan().warmUps(), true);
    List<FaultVerdict> verdicts = new ArrayList<>();
    for (FaultKind kind : kinds) {
      List<FaultRound> done = new ArrayList<>();
      for (int i = 1; i <= rounds; i++) {
        done.add(round(kind, kind.label() + "-" + i, jobs, stock.get(kind)));
      }
      verdicts.add(FaultVerdict.of(runner.engine().name().label(), kind, done));
    }
    return verdicts;
  }

  private FaultRound round(FaultKind kind, String name, List<DemoJob> jobs, JobCounters stock) throws IOException, InterruptedException {
    Optional<RunResult> plain = kind == FaultKind.PREEMPTION ? Optional.empty() : Optional.of(plainRun(name, jobs));
    RunResult broken = broken(kind, name, jobs, true);
    boolean identical = runner.identical(jobs, name) && (plain.isEmpty() || runner.identical(jobs, name + PLAIN));
    return new FaultRound(broken.secondsByJob(), plain.map(RunResult::secondsByJob).orElse(Map.of()), identical, broken.counters(),
        stock, broken.fault().orElse(null));
  }

  private RunResult broken(FaultKind kind, String name, List<DemoJob> jobs, boolean terra) throws IOException, InterruptedException {
    RunResult broken = runner.run(name, jobs, terra, Optional.of(runner.request(kind, true)));
    say(name, broken);
    return broken;
  }

  private RunResult plainRun(String name, List<DemoJob> jobs) throws IOException, InterruptedException {
    RunResult plain = runner.run(name + PLAIN, jobs, true, Optional.empty());
    say(name + PLAIN, plain);
    return plain;
  }

  private void say(String name, RunResult run) {
    runner.progress().say("%s: %s, %s%s", name, run.secondsByJob(), run.counters(),
        run.fault().map(fault -> "; " + fault.kind() + " " + fault.target() + ": " + fault.whatTerraDid()).orElse(""));
  }
}
