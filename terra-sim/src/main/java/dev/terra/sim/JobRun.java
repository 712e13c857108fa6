package dev.terra.sim;

import dev.terra.sim.trace.TraceJob;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A job while it is simulated: its progress, and the coflows into its stages. */
final class JobRun {
  private final JobProgress progress;
  private final Map<String, Coflow> coflows = new LinkedHashMap<>();

  JobRun(TraceJob job, SimulationOptions options) {
    this.progress = new JobProgress(job, options.compute(), options.earlyStart());
    progress.inputs().forEach((stage, into) -> coflows.put(stage, new Coflow(job.id(), stage, into.size(),
        progress.deadlineSeconds(stage))));
  }

  TraceJob job() {
    return progress.job();
  }

  List<String> firstStages() {
    return progress.firstStages();
  }

  double computeSeconds(String stage) {
    return progress.computeSeconds(stage);
  }

  /** Notes that a stage is done; returns the coflows into which this released shuffles. */
  List<Coflow> stageDone(String stage) {
    return progress.stageDone(stage).stream().map(release -> {
      Coflow coflow = Objects.requireNonNull(coflows.get(release.stage()));
      release.shuffles().forEach(coflow::release);
      return coflow;
    }).toList();
  }

  boolean isDone() {
    return progress.isDone();
  }
}
