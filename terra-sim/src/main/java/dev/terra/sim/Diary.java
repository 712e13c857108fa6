package dev.terra.sim;

import dev.terra.sim.RunResult.CoflowTime;
import dev.terra.sim.RunResult.JobTime;
import dev.terra.sim.RunResult.Utilisation;
import dev.terra.sim.trace.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a run writes down as it goes. */
final class Diary {
  private final Simulation.Setup setup;
  private final int allJobs;
  private final List<JobTime> jobs = new ArrayList<>();
  private final List<CoflowTime> coflows = new ArrayList<>();
  private final List<Utilisation> utilisation = new ArrayList<>();
  private final List<Long> roundNanos = new ArrayList<>();
  private double firstSeconds = Double.NaN;
  private double lastSeconds;
  private double load;
  private double capacity;
  private double carried;
  private double possible;

  Diary(Simulation.Setup setup, int allJobs) {
    this.setup = setup;
    this.allJobs = allJobs;
  }

  void job(Job job, double nowSeconds) {
    jobs.add(new JobTime(job.id(), job.arrivalSeconds(), nowSeconds));
    setup.watcher().jobsDone(jobs.size(), allJobs);
  }

  boolean isComplete() {
    return jobs.size() == allJobs;
  }

  void coflow(Coflow coflow, double nowSeconds, double gammaSeconds) {
    coflows.add(new CoflowTime(coflow.id().value(), coflow.startSeconds(), nowSeconds, gammaSeconds, coflow.totalBytes(),
        coflow.deadlineSeconds(), coflow.isAdmitted()));
  }

  void round(long nanos) {
    roundNanos.add(nanos);
  }

  /** From now on links carry so much. */
  void utilisation(double nowSeconds, double newLoad, double newCapacity) {
    if (Double.isNaN(firstSeconds)) {
      firstSeconds = nowSeconds;
    } else {
      carried += load * (nowSeconds - lastSeconds);
      possible += capacity * (nowSeconds - lastSeconds);
    }
    lastSeconds = nowSeconds;
    load = newLoad;
    capacity = newCapacity;
    utilisation.add(new Utilisation(nowSeconds, newCapacity > 0 ? newLoad / newCapacity : 0));
  }

  RunResult result(double nowSeconds, long programmes, long wallNanos) {
    utilisation(nowSeconds, 0, capacity);
    jobs.sort(Comparator.comparingDouble(JobTime::arrivalSeconds).thenComparing(JobTime::id));
    return new RunResult(setup.name(), List.copyOf(jobs), List.copyOf(coflows), List.copyOf(utilisation),
        possible > 0 ? carried / possible : 0, roundNanos.size(), programmes, List.copyOf(roundNanos), wallNanos);
  }
}
