package dev.terra.lab.suites;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.cluster.Replaceable;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.demo.RunResult;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.jobfaults.FaultKind;
import dev.terra.testbed.Installation;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.LongSupplier;

/**
 * Real jobs, while Terra's processes are replaced by those of a newer version, one by one, and then by those of the older one again. Jobs
 * are run until all are replaced.
 */
final class UpgradeRun {
  /** Jobs that end before anything is replaced would go on for ever. */
  private static final int MOST_RUNS = 20;

  private final DemoCluster cluster;
  private final Engine engine;
  private final DemoPlan plan;
  private final Progress progress;
  private final JobRunner runner;

  UpgradeRun(DemoCluster cluster, Engine engine, DemoPlan plan, Progress progress, LongSupplier nanoClock) {
    this.cluster = cluster;
    this.engine = engine;
    this.plan = plan;
    this.progress = progress;
    this.runner = new JobRunner(cluster, engine, progress, nanoClock);
  }

  /**
   * Runs everything, on a testbed with the stock shuffle and without input.
   *
   * @param from names the older programs
   */
  UpgradeReport run(String from, Installation older) throws IOException, InterruptedException {
    Installation newer = cluster.installation();
    List<DemoJob> jobs = runner.runStock(plan);
    cluster.use(older);
    runner.warmUp("older", plan.warmUps(), true);
    List<Replaceable> all = cluster.control().replaceable();
    List<UpgradeReport.Run> runs = new ArrayList<>(replace("up", newer, all, jobs));
    runs.addAll(replace("back", older, Lists.reverse(all), jobs));
    return UpgradeReport.of(from, all.size(), runs);
  }

  private List<UpgradeReport.Run> replace(String direction, Installation programs, List<Replaceable> all, List<DemoJob> jobs)
      throws IOException, InterruptedException {
    cluster.use(programs);
    Queue<Replaceable> waiting = new ArrayDeque<>(all);
    ImmutableList.Builder<UpgradeReport.Run> runs = ImmutableList.builder();
    for (int i = 1; !waiting.isEmpty() && i <= MOST_RUNS; i++) {
      runs.add(run(direction, direction + "-" + i, waiting, jobs));
    }
    cluster.control().awaitTunnels();
    return runs.build();
  }

  private UpgradeReport.Run run(String direction, String name, Queue<Replaceable> waiting, List<DemoJob> jobs)
      throws IOException, InterruptedException {
    Replacement[] replacement = new Replacement[1];
    double expected = plan.crossSiteBytes(cluster.wan().sites().size());
    RunResult run = runner.run(name, jobs, true, Optional.of(new JobRunner.FaultRequest(FaultKind.SERVICE, expected, traffic -> {
      replacement[0] = new Replacement(traffic, waiting);
      return replacement[0];
    })));
    Engine.Outputs outputs = engine.outputs(cluster);
    boolean identical = true;
    for (DemoJob job : jobs) {
      identical &= outputs.same(job, JobRunner.STOCK, name);
    }
    progress.say("%s: replaced %s; %s, results %s", name, replacement[0].replaced(), run.counters(), identical ? "identical" : "DIFFERENT");
    return new UpgradeReport.Run(direction, replacement[0].replaced(), run.secondsByJob(), identical, run.counters());
  }
}
