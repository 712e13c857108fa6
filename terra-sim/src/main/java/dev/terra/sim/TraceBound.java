package dev.terra.sim;

import dev.terra.schedule.path.PathSets;
import dev.terra.sim.RunResult.CoflowTime;
import dev.terra.sim.RunResult.JobTime;
import dev.terra.sim.trace.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A lower bound on each job's time under any policy that uses the path sets: each of its coflows takes at least its Gamma, alone on
 * links that are all up, and each stage what it computes; along the longest chain these add up. For single coflows the bound on the
 * average is raised by {@code bench bound}'s stronger one, which is too slow for long traces.
 */
final class TraceBound {
  private final PathSets paths;
  private final Gammas gammas;
  private final Evaluation.Setting setting;
  private final List<CoflowTime> coflows = new ArrayList<>();

  TraceBound(PathSets paths, Gammas gammas, Evaluation.Setting setting) {
    this.paths = paths;
    this.gammas = gammas;
    this.setting = setting;
  }

  RunResult result() {
    long start = setting.ticker().getAsLong();
    List<JobTime> jobs = setting.trace().jobs().stream()
        .map(job -> new JobTime(job.id(), job.arrivalSeconds(), chain(job))).toList();
    return new RunResult("bound", jobs, List.copyOf(coflows), List.of(), 0, 0, 0, List.of(),
        setting.ticker().getAsLong() - start);
  }

  /** When a job ends if nothing ever waits. */
  private double chain(Job job) {
    JobRun run = new JobRun(job, setting.options());
    Map<String, Double> doneAt = new HashMap<>();
    List<String> ready = new ArrayList<>(run.firstStages());
    ready.forEach(stage -> doneAt.put(stage, job.arrivalSeconds() + run.computeSeconds(stage)));
    for (int i = 0; i < ready.size(); i++) {
      for (Coflow coflow : run.stageDone(ready.get(i))) {
        if (!coflow.isReleased()) {
          continue;
        }
        double start = job.inputsByStage().get(coflow.stage()).stream()
            .mapToDouble(shuffle -> doneAt.get(shuffle.from())).max().orElse(job.arrivalSeconds());
        double earliest = setting.options().earlyStart() ? job.arrivalSeconds() : start;
        double gamma = gammas.seconds(coflow, paths.wan().capacities());
        if (!coflow.bundles().isEmpty()) {
          coflows.add(new CoflowTime(coflow.id().value(), start, start + gamma, gamma, coflow.totalBytes()));
        }
        doneAt.put(coflow.stage(), Math.max(start, earliest + gamma) + run.computeSeconds(coflow.stage()));
        ready.add(coflow.stage());
      }
    }
    return doneAt.values().stream().mapToDouble(Double::doubleValue).max().orElse(job.arrivalSeconds());
  }
}
