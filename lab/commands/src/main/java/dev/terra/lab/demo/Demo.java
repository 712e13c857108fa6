package dev.terra.lab.demo;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.ShuffleTotals;
import dev.terra.lab.cluster.UnionGamma;
import dev.terra.lab.demo.DemoReport.JobTimes;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.FaultKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The comparison of the demo: it makes input at every site, runs the same jobs with the stock shuffle and with Terra,
 * and reports.
 */
public final class Demo {
  private final JobRunner runner;

  private final List<RunResult> stockRuns = new ArrayList<>();
  private final List<RunResult> terraRuns = new ArrayList<>();
  private final List<String> stockNames = new ArrayList<>();
  private final List<String> terraNames = new ArrayList<>();

  public Demo(JobRunner runner) {
    this.runner = runner;
  }

  /** Makes the input, runs the jobs, and reports. */
  public DemoReport compare(int runs, Optional<FaultKind> fault) throws IOException, InterruptedException {
    makeInput();
    runAll(runs, fault);
    return report(runner.cluster().wan());
  }

  /** Makes the input. Each site's share is written at that site, so that HDFS keeps it there. */
  private void makeInput() throws IOException, InterruptedException {
    runner.progress().say("making input: %s at each site",
        runner.plan().jobs().stream().map(job -> job.name() + " " + job.bytesPerSite() / 1_000_000 + " MB").toList());
    List<DemoJob> all = new ArrayList<>(runner.plan().jobs());
    all.addAll(runner.plan().warmUps());
    runner.engine().prepare(runner.cluster(), all, runner.progress());
  }

  /**
   * Runs the jobs with both shuffles, which take turns in going first. The last run with Terra has a fault, if one is
   * requested.
   */
  public void runAll(int runs, Optional<FaultKind> fault) throws IOException, InterruptedException {
    for (int i = 1; i <= runs; i++) {
      boolean stockFirst = i % 2 == 1;
      Optional<FaultKind> now = i == runs ? fault : Optional.empty();
      runOne(i, !stockFirst, now);
      runOne(i, stockFirst, now);
    }
  }

  private void runOne(int number, boolean terra, Optional<FaultKind> fault) throws IOException, InterruptedException {
    String name = (terra ? "terra-" : "stock-") + number;
    runner.warmUp(name, runner.plan().warmUps(), terra);
    Optional<JobRunner.FaultRequest> request = fault.filter(kind -> terra)
        .map(kind -> runner.request(kind, false));
    RunResult result = null;
    for (List<DemoJob> batch : runner.plan().batches()) {
      runner.progress().say("%s: %d jobs at once", name, batch.size());
      RunResult part = runner.run(name, batch, terra, result == null ? request : Optional.empty());
      runner.progress().say("%s: done, %s", name, part.secondsByJob());
      result = result == null ? part : result.then(part);
    }
    (terra ? terraRuns : stockRuns).add(result);
    (terra ? terraNames : stockNames).add(name);
  }

  /** Compares the outputs and collects the figures. */
  public DemoReport report(Wan wan) throws IOException, InterruptedException {
    runner.progress().say("comparing the outputs %s", runner.engine().name().comparison());
    Engine.Outputs outputs = runner.engine().outputs(runner.cluster());
    List<JobTimes> jobs = new ArrayList<>();
    for (DemoJob job : runner.plan().jobs()) {
      jobs.add(new JobTimes(job.name(), crossSiteBytes(job), mean(stockRuns, job), mean(terraRuns, job), identical(outputs, job)));
    }
    ShuffleTotals shuffle = terraRuns.stream().map(RunResult::shuffle).reduce(ShuffleTotals.NONE, ShuffleTotals::plus);
    Map<List<String>, Long> paths = new LinkedHashMap<>();
    terraRuns.forEach(run -> run.deliveredByPath().forEach((path, bytes) -> paths.merge(path, bytes, Long::sum)));
    DemoReport.Wan traffic = new DemoReport.Wan(
        shuffle.relayedBytes(), shuffle.stockBytes(), shuffle.bypassedBytes(), links(wan), paths(paths));
    return new DemoReport(wan.name(), runner.engine().name().label(), jobs, DemoReport.speedup(jobs), DemoReport.largeJobsSpeedup(jobs),
        traffic, gammaRatio(wan, paths, shuffle.relayedBytes()),
        shuffle.fallbacks(),
        new DemoReport.Counters(counters(stockRuns), counters(terraRuns)),
        terraRuns.stream().flatMap(run -> run.fault().stream()).findFirst().orElse(null));
  }

  private static JobCounters counters(List<RunResult> runs) {
    return runs.stream().map(RunResult::counters).reduce(JobCounters.NONE, JobCounters::plus);
  }

  private static double mean(List<RunResult> runs, DemoJob job) {
    return runs.stream().mapToDouble(run -> run.secondsByJob().get(job.name())).average().orElseThrow();
  }

  private Long crossSiteBytes(DemoJob job) {
    OptionalDouble mean = terraRuns.stream().map(run -> run.crossSiteBytesByJob().get(job.name())).filter(Objects::nonNull)
        .mapToLong(Long::longValue).average();
    return mean.isPresent() ? Math.round(mean.getAsDouble()) : null;
  }

  private boolean identical(Engine.Outputs outputs, DemoJob job) throws IOException {
    String reference = stockNames.get(0);
    List<String> others = new ArrayList<>(stockNames.subList(1, stockNames.size()));
    others.addAll(terraNames);
    for (String run : others) {
      if (!outputs.same(job, reference, run)) {
        return false;
      }
    }
    return true;
  }

  private List<DemoReport.LinkBytes> links(Wan wan) {
    List<DemoReport.LinkBytes> links = new ArrayList<>();
    for (var link : wan.links()) {
      LinkId id = link.id();
      links.add(new DemoReport.LinkBytes(id.from().name(), id.to().name(), meanBytes(stockRuns, id), meanBytes(terraRuns, id)));
    }
    return links;
  }

  private static long meanBytes(List<RunResult> runs, LinkId link) {
    return Math.round(runs.stream().mapToLong(run -> run.linkBytes().getOrDefault(link, 0L)).average().orElse(0));
  }

  private static List<DemoReport.PathBytes> paths(Map<List<String>, Long> bytesByPath) {
    return bytesByPath.entrySet().stream()
        .map(path -> pathBytes(path.getKey(), path.getValue()))
        .sorted((a, b) -> (a.from() + a.to() + a.path()).compareTo(b.from() + b.to() + b.path())).toList();
  }

  private static DemoReport.PathBytes pathBytes(List<String> path, long bytes) {
    return new DemoReport.PathBytes(path.get(0), path.get(path.size() - 1), path, bytes);
  }

  /**
   * Returns the time with bytes outstanding divided by the optimum of the bytes that readers got through the tunnels,
   * for all runs together; null if there are no such bytes. Bytes that arrived twice or for no reader do not count.
   */
  private Double gammaRatio(Wan wan, Map<List<String>, Long> paths, long usefulBytes) {
    double delivered = paths.values().stream().mapToLong(Long::longValue).sum();
    Map<List<String>, Double> byPair = new LinkedHashMap<>();
    paths.forEach((path, bytes) -> byPair.merge(List.of(path.get(0), path.get(path.size() - 1)),
        bytes * Math.min(1, usefulBytes / delivered), Double::sum));
    List<UnionGamma.PairBytes> pairs = byPair.entrySet().stream().map(pair -> new UnionGamma.PairBytes(
        new SiteId(pair.getKey().get(0)), new SiteId(pair.getKey().get(1)), pair.getValue())).toList();
    double gamma = UnionGamma.seconds(wan, pairs);
    double outstanding = terraRuns.stream().mapToDouble(RunResult::outstandingSeconds).sum();
    return gamma == 0 ? null : outstanding / gamma;
  }
}
