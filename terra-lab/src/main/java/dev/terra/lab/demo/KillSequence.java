package dev.terra.lab.demo;

import dev.terra.cli.progress.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongSupplier;

/** Real jobs, run again and again; in each run one of several agents of a site is killed at a random place, and comes back. */
final class KillSequence {

  private final DemoCluster cluster;
  private final Engine engine;
  private final DemoPlan plan;
  private final Progress progress;
  private final JobRunner runner;

  KillSequence(DemoCluster cluster, Engine engine, DemoPlan plan, Progress progress, LongSupplier nanoClock) {
    this.cluster = cluster;
    this.engine = engine;
    this.plan = plan;
    this.progress = progress;
    this.runner = new JobRunner(cluster, engine, progress, nanoClock);
  }

  /** Runs all, on a testbed with the stock shuffle and without input. */
  KillReport run(int agentsPerSite, int kills, long seed) throws IOException, InterruptedException {
    List<DemoJob> jobs = runner.runStock(plan);
    runner.warmUp("terra", plan.warmUps(), true);
    Random random = new Random(seed);
    List<KillReport.Kill> done = new ArrayList<>();
    for (int i = 1; i <= kills; i++) {
      done.add(kill("kill-" + i, jobs, agentsPerSite, random));
    }
    return KillReport.of(agentsPerSite, seed, done);
  }

  private KillReport.Kill kill(String name, List<DemoJob> jobs, int agentsPerSite, Random random) throws IOException, InterruptedException {
    OneOfSeveral[] fault = new OneOfSeveral[1];
    double expected = plan.crossSiteBytes(cluster.wan().sites().size());
    RunResult run = runner.run(name, jobs, true, Optional.of(new JobRunner.FaultRequest(FaultKind.AGENT, expected, traffic -> {
      fault[0] = new OneOfSeveral(cluster, traffic, agentsPerSite, random);
      return fault[0];
    })));
    boolean identical = true;
    Engine.Outputs outputs = engine.outputs(cluster);
    for (DemoJob job : jobs) {
      identical &= outputs.same(job, JobRunner.STOCK, name);
    }
    Optional<DemoReport.FaultReport> report = run.fault();
    KillReport.Kill kill = new KillReport.Kill(report.map(DemoReport.FaultReport::target).orElse(""), fault[0].share(), identical,
        run.counters(),
        run.shuffle().fallbacks(), run.shuffle().stockBytes(), report.map(DemoReport.FaultReport::resumedSeconds).orElse(null),
        fault[0].shareSeconds().orElse(null), report.map(DemoReport.FaultReport::whatTerraDid).orElse("the jobs were done before"));
    progress.say("%s: %s at %.2f: stop %s s, share after %s s, %d direct fetches, results %s", name, kill.target(), kill.place(),
        kill.stopSeconds(), kill.shareSeconds(), kill.directFetches(), identical ? "identical" : "DIFFERENT");
    return kill;
  }
}
