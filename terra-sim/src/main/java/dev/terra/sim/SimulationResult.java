package dev.terra.sim;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The result of a run. Times are seconds on the trace's clock.
 *
 * @param policy the name of the policy
 * @param jobs the jobs in the order of their arrivals
 * @param coflows the coflows that crossed the WAN, in the order of their ends
 * @param use how much of the WAN was used
 * @param cost what the schedules cost
 */
public record SimulationResult(String policy, List<JobTime> jobs, List<CoflowTime> coflows, WanUse use, RunCost cost) {
  /**
   * How much of the links was used.
   *
   * @param steps the load of all links over their capacity, by time; a byte counts on every link that it crosses, and each step lasts until
   *     the next
   * @param average the average from the first arrival to the last end, 0 to 1
   */
  public record WanUse(List<Utilisation> steps, double average) {
    /** The use of a WAN that was not simulated. */
    public static final WanUse NONE = new WanUse(List.of(), 0);

    /** Copies the steps. */
    public WanUse {
      steps = List.copyOf(steps);
    }
  }

  /**
   * What the schedules of a run cost.
   *
   * @param programs the linear programs that were solved for them
   * @param roundNanos how long each schedule took, nanoseconds
   * @param wallNanos how long the run took, nanoseconds
   */
  public record RunCost(long programs, List<Long> roundNanos, long wallNanos) {
    /** Copies the times. */
    public RunCost {
      roundNanos = List.copyOf(roundNanos);
    }

    /** Returns the number of schedules. */
    public int rounds() {
      return roundNanos.size();
    }
  }

  /**
   * When a job arrived, and how long it took.
   *
   * @param seconds the time from its arrival to its end
   */
  public record JobTime(String id, double arrivalSeconds, double seconds) {
  }

  /**
   * When a coflow started, and how long it took.
   *
   * @param seconds the time from its start to its last byte
   * @param gammaSeconds its minimum completion time alone on the whole WAN
   * @param deadlineSeconds the time from its start within which it should have been done, where the trace has a deadline
   * @param admitted false where the policy rejected its deadline
   */
  public record CoflowTime(
      String id,
      double startSeconds,
      double seconds,
      double gammaSeconds,
      double bytes,
      OptionalDouble deadlineSeconds,
      boolean admitted) {
    /** The largest relative error of a time because of rounding. */
    private static final double ROUNDING = 1e-9;

    /** Returns whether it had a deadline and met it. */
    public boolean metDeadline() {
      return deadlineSeconds.isPresent() && seconds() <= deadlineSeconds.getAsDouble() * (1 + ROUNDING);
    }

    /** Returns when its last byte arrived. */
    public double endSeconds() {
      return startSeconds + seconds;
    }

    /** Returns its completion time divided by the minimum. */
    public double slowdown() {
      return seconds() / gammaSeconds;
    }
  }

  /** The share of the capacity of all links that is used from this time on. */
  public record Utilisation(double atSeconds, double share) {}
}
