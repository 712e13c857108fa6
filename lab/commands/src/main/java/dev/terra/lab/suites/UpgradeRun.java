package dev.terra.lab.suites;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.Replaceable;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.demo.RunResult;
import dev.terra.lab.jobfaults.FaultKind;
import dev.terra.testbed.Installation;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/**
 * Runs real jobs while Terra's processes are replaced by those of a newer version, one by one, and then by those of the
 * older version again. Jobs are run until all processes are replaced.
 */
final class UpgradeRun {
  /** The most runs in a direction, so that jobs that always end before any replacement do not run for ever. */
  private static final int MOST_RUNS = 20;

  private final JobRunner runner;

  UpgradeRun(JobRunner runner) {
    this.runner = runner;
  }

  /**
   * Runs everything, on a testbed with the stock shuffle and without input.
   *
   * @param from the name of the older programs
   */
  UpgradeReport run(String from, Installation older) throws IOException, InterruptedException {
    Installation newer = runner.cluster().installation();
    List<DemoJob> jobs = runner.runStock();
    runner.cluster().use(older);
    runner.warmUp("older", runner.plan().warmUps(), true);
    List<Replaceable> all = runner.cluster().control().replaceable();
    List<UpgradeReport.Run> runs = new ArrayList<>(replace("up", newer, all, jobs));
    runs.addAll(replace("back", older, Lists.reverse(all), jobs));
    return UpgradeReport.of(from, all.size(), runs);
  }

  private List<UpgradeReport.Run> replace(String direction, Installation programs, List<Replaceable> all, List<DemoJob> jobs)
      throws IOException, InterruptedException {
    runner.cluster().use(programs);
    Queue<Replaceable> waiting = new ArrayDeque<>(all);
    ImmutableList.Builder<UpgradeReport.Run> runs = ImmutableList.builder();
    for (int i = 1; !waiting.isEmpty() && i <= MOST_RUNS; i++) {
      runs.add(run(direction, direction + "-" + i, waiting, jobs));
    }
    runner.cluster().control().awaitTunnels();
    return runs.build();
  }

  private UpgradeReport.Run run(String direction, String name, Queue<Replaceable> waiting, List<DemoJob> jobs)
      throws IOException, InterruptedException {
    Replacement[] replacement = new Replacement[1];
    RunResult run = runner.run(name, jobs, true, Optional.of(runner.request(FaultKind.SERVICE, traffic -> {
      replacement[0] = new Replacement(traffic, waiting);
      return replacement[0];
    })));
    boolean identical = runner.identical(jobs, name);
    runner.progress().say("%s: replaced %s; %s, results %s", name, replacement[0].replaced(), run.counters(),
        identical ? "identical" : "DIFFERENT");
    return new UpgradeReport.Run(direction, replacement[0].replaced(), run.secondsByJob(), identical, run.counters());
  }
}
