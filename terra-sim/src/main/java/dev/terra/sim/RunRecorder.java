package dev.terra.sim;

import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult.RunCost;
import dev.terra.sim.SimulationResult.Utilisation;
import dev.terra.sim.SimulationResult.WanUse;
import dev.terra.sim.trace.TraceJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Records the results of a run. */
final class RunRecorder {
  private final String policy;
  private final double originSeconds;
  private final int allJobs;
  private final IntConsumer jobsDone;
  private final List<JobTime> jobs = new ArrayList<>();
  private final List<CoflowTime> coflows = new ArrayList<>();
  private final List<Utilisation> utilisation = new ArrayList<>();
  private final List<Long> roundNanos = new ArrayList<>();
  private @Nullable SimTime last;
  private double load;
  private double capacity;
  private double carried;
  private double possible;

  /**
   * Makes a recorder of a run under a policy.
   *
   * @param originSeconds the simulation's zero on the trace's clock
   * @param jobsDone receives the number of jobs that are done, whenever a job ends
   */
  RunRecorder(String policy, double originSeconds, int allJobs, IntConsumer jobsDone) {
    this.policy = policy;
    this.originSeconds = originSeconds;
    this.allJobs = allJobs;
    this.jobsDone = jobsDone;
  }

  void job(TraceJob job, double tookSeconds) {
    jobs.add(new JobTime(job.id(), job.arrivalSeconds(), tookSeconds));
    jobsDone.accept(jobs.size());
  }

  boolean isComplete() {
    return jobs.size() == allJobs;
  }

  void coflow(Coflow coflow, double tookSeconds, double gammaSeconds) {
    coflows.add(new CoflowTime(coflow.id().value(), originSeconds + coflow.start().seconds(), tookSeconds, gammaSeconds,
        coflow.totalBytes(), coflow.deadlineSeconds(), coflow.isAdmitted()));
  }

  void round(long nanos) {
    roundNanos.add(nanos);
  }

  /** Notes that links carry another load, or have another capacity, from this time on. */
  void utilisation(SimTime now, double newLoad, double newCapacity) {
    if (last != null) {
      carried += load * now.minus(last);
      possible += capacity * now.minus(last);
    }
    last = now;
    load = newLoad;
    capacity = newCapacity;
    utilisation.add(new Utilisation(originSeconds + now.seconds(), newCapacity > 0 ? newLoad / newCapacity : 0));
  }

  SimulationResult result(SimTime now, long programs, long wallNanos) {
    utilisation(now, 0, capacity);
    jobs.sort(Comparator.comparingDouble(JobTime::arrivalSeconds).thenComparing(JobTime::id));
    return new SimulationResult(policy, List.copyOf(jobs), List.copyOf(coflows),
        new WanUse(utilisation, possible > 0 ? carried / possible : 0), new RunCost(programs, roundNanos, wallNanos));
  }
}
