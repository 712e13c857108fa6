package dev.terra.lab.suites;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Streams;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.demo.Demo;
import dev.terra.lab.demo.DemoReport;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.demo.RunResult;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.MrJob;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.hadoop.NodeAdditions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the steps of a careful operator: the demo's jobs on nodes that observe, and the report; then the demo itself,
 * which shows whether the report was right; then a canary of one queue, with a job of another queue beside it.
 */
final class ObserveRun {
  private static final String OBSERVED = "observed-";
  private static final String CANARY = "canary-1";

  private final JobRunner runner;
  /** Jobs of two queues. */
  private final List<DemoJob> canaryJobs;
  /** The shuffles that existed before the last run: those of its warm-up. */
  private Set<String> before = Set.of();

  ObserveRun(JobRunner runner, double size) {
    this.runner = runner;
    this.canaryJobs = List.of(MrJob.SMALL.job(size), MrJob.WORD_COUNT.job(size));
  }

  /** Runs all steps. */
  ObserveReport run(int runs, double size) throws IOException, InterruptedException {
    runner.progress().say("making input for the demo's jobs and %s", MrJob.WORD_COUNT.job(size).name());
    List<DemoJob> inputs = Stream.of(runner.plan().jobs(), runner.plan().warmUps(), canaryJobs).flatMap(List::stream).distinct().toList();
    runner.engine().prepare(runner.cluster(), inputs, runner.progress());
    ObserveReport.Observing observing = observe(runs);
    Said said = said(runs);
    Demo demo = new Demo(runner);
    demo.runAll(runs, Optional.empty());
    DemoReport measured = demo.report(runner.cluster().wan());
    ObserveReport.Canary canary = canary();
    List<DemoReport.JobTimes> jobs = measured.jobs();
    ObserveReport.Saving saving = new ObserveReport.Saving(said.stockSeconds(), said.terraSeconds(),
        jobs.stream().mapToDouble(DemoReport.JobTimes::stockSeconds).sum(),
        jobs.stream().mapToDouble(DemoReport.JobTimes::terraSeconds).sum());
    return new ObserveReport(measured.topology(), size, observing, saving, canary,
        measured.allOutputsIdentical() && observedOutputsAreTheSame(runs));
  }

  /** Restarts nodes with these settings of Terra, and warms them up. */
  private void settle(Map<String, String> settings, String run) throws IOException, InterruptedException {
    runner.cluster().addToNodes(ShuffleMode.TERRA, NodeAdditions.NONE.plus(settings));
    runner.warmUp(run, runner.plan().warmUps(), true);
    before = shuffleIds();
  }

  private RunResult run(Map<String, String> settings, String run, List<DemoJob> jobs)
      throws IOException, InterruptedException {
    runner.progress().say("%s: %d jobs at once, with %s", run, jobs.size(), settings);
    RunResult result = runner.run(run, jobs, true, Optional.empty());
    runner.progress().say("%s: done, %s", run, result.secondsByJob());
    return result;
  }

  private Set<String> shuffleIds() throws IOException {
    return Streams.stream(runner.cluster().control().shuffles().path("shuffles")).map(shuffle -> shuffle.path("id").asText())
        .collect(Collectors.toSet());
  }

  private Stream<JsonNode> ofTheRun(JsonNode rows) {
    return Streams.stream(rows).filter(row -> !before.contains(row.path("id").asText()));
  }

  private ObserveReport.Observing observe(int runs) throws IOException, InterruptedException {
    Map<String, String> settings = Map.of("terra.mode", "observe");
    settle(settings, OBSERVED);
    long carried = 0;
    double seconds = 0;
    for (int run = 1; run <= runs; run++) {
      RunResult result = run(settings, OBSERVED + run, runner.plan().jobs());
      carried += result.shuffle().relayedBytes();
      seconds += result.secondsByJob().values().stream().mapToDouble(Double::doubleValue).sum() / runs;
    }
    long redirected = runner.cluster().redirectedFetches();
    runner.cluster().addToNodes(ShuffleMode.TERRA, NodeAdditions.NONE);
    return new ObserveReport.Observing(redirected, carried, seconds);
  }

  /** The times of shuffles in the report: as TCP carries them, and as Terra would. */
  private record Said(double stockSeconds, double terraSeconds) {
    static double sum(List<JsonNode> shuffles, String times) {
      return shuffles.stream().mapToDouble(row -> row.path(times).asDouble()).sum();
    }
  }

  /** Returns the mean of the runs that were just observed. */
  private Said said(int runs) throws IOException {
    JsonNode report = runner.cluster().control().savings();
    List<JsonNode> shuffles = ofTheRun(report.path("items")).toList();
    runner.progress().say("report: %s", shuffles);
    return new Said(Said.sum(shuffles, "stockSeconds") / runs, Said.sum(shuffles, "terraSeconds") / runs);
  }

  private ObserveReport.Canary canary() throws IOException, InterruptedException {
    Map<String, String> settings = Map.of("terra.canary.queues", MrJob.OTHER_QUEUE);
    settle(settings, CANARY);
    run(settings, CANARY, canaryJobs);
    List<JsonNode> shuffles = ofTheRun(runner.cluster().control().shuffles().path("shuffles")).toList();
    List<JsonNode> others = shuffles.stream().filter(shuffle -> !isOfCanary(shuffle)).toList();
    return new ObserveReport.Canary(MrJob.OTHER_QUEUE, runner.cluster().redirectedFetches(),
        carried(shuffles.stream().filter(ObserveRun::isOfCanary).toList()), others.size(), carried(others));
  }

  private static boolean isOfCanary(JsonNode shuffle) {
    String queue = shuffle.path("queue").asText();
    return queue.equals(MrJob.OTHER_QUEUE) || MrJob.OTHER_QUEUE.endsWith("." + queue);
  }

  private static long carried(List<JsonNode> shuffles) {
    return shuffles.stream().flatMap(shuffle -> Streams.stream(shuffle.path("bundles")))
        .mapToLong(bundle -> bundle.path("sentBytes").asLong()).sum();
  }

  private boolean observedOutputsAreTheSame(int runs) throws IOException, InterruptedException {
    Engine.Outputs outputs = runner.engine().outputs(runner.cluster());
    boolean same = true;
    for (DemoJob job : runner.plan().jobs()) {
      for (int run = 1; run <= runs; run++) {
        same &= outputs.same(job, "stock-1", OBSERVED + run);
      }
    }
    return same;
  }
}
