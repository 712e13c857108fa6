package dev.terra.schedule;

import java.util.Objects;

/**
 * The settings of a scheduler.
 *
 * @param policy the policy
 * @param solver the solver of the linear programs
 * @param alpha the share of every link that the planned part leaves free, 0 up to 1 excluded
 * @param leastSeconds the least time for which {@link PolicyName#TERRA_PLUS} plans a shuffle, seconds, at least 0: as long as a report and
 *     the answer to it take
 * @param caching whether results that an event cannot have changed are used again; it is turned off only to check that the schedules stay
 *     the same. Without caching, bundles do not stay on their paths
 * @param steadyPaths whether the bundles of a shuffle stay on their paths from one round to the next while these paths are within
 *     {@link dev.terra.schedule.policy.round.LinearPrograms#STEADY} of the best. It is for agents, whose links have gaps while bundles
 *     change their paths
 */
public record SchedulerConfig(PolicyName policy, SolverName solver, double alpha, double leastSeconds, boolean caching,
    boolean steadyPaths) {
  /** The head-room of the paper, as a share of each link. */
  public static final double PAPER_ALPHA = 0.1;

  /** Checks the ranges. */
  public SchedulerConfig {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(solver, "solver");
    if (!(alpha >= 0 && alpha < 1)) {
      throw new IllegalArgumentException("alpha is 0 up to 1 (excluded), got " + alpha);
    }
    if (!(leastSeconds >= 0) || Double.isInfinite(leastSeconds)) {
      throw new IllegalArgumentException("the least time of a shuffle is at least 0 s, got " + leastSeconds);
    }
  }

  /**
   * Returns a policy's usual settings: alpha is 0.1 for the paper's policy and 0 for the others, the solver is the fast one, and reports
   * take no time.
   */
  public static SchedulerConfig of(PolicyName policy) {
    return new SchedulerConfig(policy, SolverName.FAST, policy == PolicyName.TERRA ? PAPER_ALPHA : 0, 0, true, false);
  }

  /** Returns this configuration with another solver. */
  public SchedulerConfig withSolver(SolverName other) {
    return new SchedulerConfig(policy, other, alpha, leastSeconds, caching, steadyPaths);
  }

  /** Returns this configuration with another alpha. */
  public SchedulerConfig withAlpha(double other) {
    return new SchedulerConfig(policy, solver, other, leastSeconds, caching, steadyPaths);
  }

  /** Returns this configuration with another least time. */
  public SchedulerConfig withLeastSeconds(double other) {
    return new SchedulerConfig(policy, solver, alpha, other, caching, steadyPaths);
  }

  /** Returns this configuration with or without caches. */
  public SchedulerConfig withCaching(boolean other) {
    return new SchedulerConfig(policy, solver, alpha, leastSeconds, other, steadyPaths);
  }

  /** Returns this configuration with bundles that stay on their paths. */
  public SchedulerConfig withSteadyPaths() {
    return new SchedulerConfig(policy, solver, alpha, leastSeconds, caching, true);
  }
}
