package dev.terra.sim;

import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult.Utilisation;
import dev.terra.sim.trace.TraceJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;

/** What a run writes down as it goes. */
final class RunRecorder {
  private final String policy;
  private final int allJobs;
  private final IntConsumer jobsDone;
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

  /** A run of so many jobs under a policy; hears how many are done whenever one is. */
  RunRecorder(String policy, int allJobs, IntConsumer jobsDone) {
    this.policy = policy;
    this.allJobs = allJobs;
    this.jobsDone = jobsDone;
  }

  void job(TraceJob job, double nowSeconds) {
    jobs.add(new JobTime(job.id(), job.arrivalSeconds(), nowSeconds));
    jobsDone.accept(jobs.size());
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

  SimulationResult result(double nowSeconds, long programs, long wallNanos) {
    utilisation(nowSeconds, 0, capacity);
    jobs.sort(Comparator.comparingDouble(JobTime::arrivalSeconds).thenComparing(JobTime::id));
    return new SimulationResult(policy, List.copyOf(jobs), List.copyOf(coflows), List.copyOf(utilisation),
        possible > 0 ? carried / possible : 0, roundNanos.size(), programs, List.copyOf(roundNanos), wallNanos);
  }
}
