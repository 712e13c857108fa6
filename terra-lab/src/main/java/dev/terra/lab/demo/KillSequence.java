package dev.terra.lab.demo;

import com.google.common.math.Quantiles;
import dev.terra.cli.progress.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Real jobs, run again and again; in each run one of several agents of a site is killed at a random place, and comes back. */
final class KillSequence {
  /** Of the median, seconds: for how long what the killed one carried may stand still. */
  static final double STOP_LIMIT_SECONDS = 1;
  /** Of the median, seconds: from when it serves again to its first bytes. */
  static final double SHARE_LIMIT_SECONDS = 2;
  private static final String STOCK = "stock";

  private final DemoCluster cluster;
  private final Engine engine;
  private final DemoPlan plan;
  private final Progress progress;
  private final JobRunner runner;

  /**
   * One run.
   *
   * @param place the share of the bytes after which it struck
   * @param identical whether all jobs' results are those of the stock run
   * @param directFetches how often a handler fetched from the origin instead, in this run
   * @param directBytes by the stock path, in this run
   * @param stopSeconds from the kill until everything that the killed one carried arrived again; null if the run was over before
   * @param shareSeconds from when it served again until it delivered; null if the run was over before
   */
  record Kill(String target, double place, boolean identical, JobCounters counters, long directFetches, long directBytes,
      Double stopSeconds, Double shareSeconds, String seen) {
    private boolean cost() {
      return !identical || directFetches > 0 || !counters.equals(JobCounters.NONE);
    }
  }

  /**
   * All of them.
   *
   * @param holds whether every run was struck, no job could tell, nothing was fetched directly, and both limits were kept
   */
  record Sequence(int agentsPerSite, long seed, boolean holds, Double medianStopSeconds, Double medianShareSeconds, List<Kill> kills) {
    static Sequence of(int agentsPerSite, long seed, List<Kill> kills) {
      Double stop = median(kills.stream().map(Kill::stopSeconds));
      Double share = median(kills.stream().map(Kill::shareSeconds));
      boolean holds = kills.stream().noneMatch(kill -> kill.target.isEmpty() || kill.cost()) && stop != null && stop < STOP_LIMIT_SECONDS
          && share != null && share < SHARE_LIMIT_SECONDS;
      return new Sequence(agentsPerSite, seed, holds, stop, share, List.copyOf(kills));
    }

    private static Double median(Stream<Double> seconds) {
      List<Double> known = seconds.filter(Objects::nonNull).toList();
      return known.isEmpty() ? null : Quantiles.median().compute(known);
    }
  }

  KillSequence(DemoCluster cluster, Engine engine, DemoPlan plan, Progress progress, LongSupplier nanoClock) {
    this.cluster = cluster;
    this.engine = engine;
    this.plan = plan;
    this.progress = progress;
    this.runner = new JobRunner(cluster, engine, progress, nanoClock);
  }

  /** Runs all, on a testbed with the stock shuffle and without input. */
  Sequence run(int agentsPerSite, int kills, long seed) throws IOException, InterruptedException {
    List<DemoJob> jobs = plan.batches().get(0);
    List<DemoJob> inputs = new ArrayList<>(jobs);
    inputs.addAll(plan.warmUps());
    engine.prepare(cluster, inputs, progress);
    runner.warmUp(STOCK, plan.warmUps(), false);
    runner.run(STOCK, jobs, false, Optional.empty());
    runner.warmUp("terra", plan.warmUps(), true);
    Random random = new Random(seed);
    List<Kill> done = new ArrayList<>();
    for (int i = 1; i <= kills; i++) {
      done.add(kill("kill-" + i, jobs, agentsPerSite, random));
    }
    return Sequence.of(agentsPerSite, seed, done);
  }

  private Kill kill(String name, List<DemoJob> jobs, int agentsPerSite, Random random) throws IOException, InterruptedException {
    OneOfSeveral[] fault = new OneOfSeveral[1];
    double expected = plan.crossSiteBytes(cluster.wan().sites().size());
    RunResult run = runner.run(name, jobs, true, Optional.of(new JobRunner.FaultRequest(FaultKind.AGENT, expected, traffic -> {
      fault[0] = new OneOfSeveral(cluster, traffic, agentsPerSite, random);
      return fault[0];
    })));
    boolean identical = true;
    Engine.Outputs outputs = engine.outputs(cluster);
    for (DemoJob job : jobs) {
      identical &= outputs.same(job, STOCK, name);
    }
    Optional<DemoReport.FaultReport> report = run.fault();
    Kill kill = new Kill(report.map(DemoReport.FaultReport::target).orElse(""), fault[0].share(), identical, run.counters(),
        run.shuffle().fallbacks(), run.shuffle().stockBytes(), report.map(DemoReport.FaultReport::resumedSeconds).orElse(null),
        fault[0].shareSeconds().orElse(null), report.map(DemoReport.FaultReport::whatTerraDid).orElse("the jobs were done before"));
    progress.say("%s: %s at %.2f: stop %s s, share after %s s, %d direct fetches, results %s", name, kill.target(), kill.place(),
        kill.stopSeconds(), kill.shareSeconds(), kill.directFetches(), identical ? "identical" : "DIFFERENT");
    return kill;
  }
}
