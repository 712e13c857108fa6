package dev.terra.sim;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a run gave. Times are seconds on the trace's clock.
 *
 * @param policy its name
 * @param jobs in the order of their arrivals
 * @param coflows that crossed the WAN, in the order of their ends
 * @param use how much of the WAN was used
 * @param cost what the schedules took
 */
public record SimulationResult(String policy, List<JobTime> jobs, List<CoflowTime> coflows, WanUse use, RunCost cost) {
  /**
   * How much of the links was used.
   *
   * @param steps carried bytes x links over capacity of all links, by time: each holds until the next
   * @param average the same on average from the first arrival to the last end, 0 to 1
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
   * What the schedules of a run took.
   *
   * @param programs linear programs solved for them
   * @param roundNanos how long each took
   * @param wallNanos how long the run took
   */
  public record RunCost(long programs, List<Long> roundNanos, long wallNanos) {
    /** Copies the times. */
    public RunCost {
      roundNanos = List.copyOf(roundNanos);
    }

    /** Schedules made. */
    public int rounds() {
      return roundNanos.size();
    }
  }

  /**
   * When a job came, and how long it took.
   *
   * @param seconds from its arrival to its end
   */
  public record JobTime(String id, double arrivalSeconds, double seconds) {
  }

  /**
   * When a coflow started, and how long it took.
   *
   * @param seconds from its start to its last byte
   * @param gammaSeconds its minimum completion time alone on the whole WAN
   * @param deadlineSeconds within this time of its start it was to be done, where the trace asked for that
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
    /** What rounding may add to a time, relative. */
    private static final double ROUNDING = 1e-9;

    /** Whether it had a deadline and kept it. */
    public boolean metDeadline() {
      return deadlineSeconds.isPresent() && seconds() <= deadlineSeconds.getAsDouble() * (1 + ROUNDING);
    }

    /** When its last byte arrived. */
    public double endSeconds() {
      return startSeconds + seconds;
    }

    /** Completion time over the minimum. */
    public double slowdown() {
      return seconds() / gammaSeconds;
    }
  }

  /** From this time on, so much of all links is used. */
  public record Utilisation(double atSeconds, double share) {}
}
