package dev.terra.schedule;

import java.util.Objects;

/**
 * What a scheduler is to do.
 *
 * @param policy the policy
 * @param solver who answers the linear programs
 * @param alpha the share of every link that the planned part leaves free, 0 up to 1 excluded
 * @param leastSeconds that {@link PolicyName#TERRA_PLUS} plans a shuffle to take, at least 0: as long as a report and its answer need
 * @param caching whether results that an event cannot have changed are used again; off only to check that it changes nothing. Without it
 *     no paths are steady
 * @param steadyPaths whether the bundles of a shuffle stay on their paths from one round to the next while those are within
 *     {@link dev.terra.schedule.policy.round.LinearPrograms#STEADY} of the best: for agents, whose links have gaps while bundles change
 *     their paths
 */
public record SchedulerConfig(PolicyName policy, SolverName solver, double alpha, double leastSeconds, boolean caching,
    boolean steadyPaths) {
  /** The paper's head-room. */
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

  /** A policy as it is meant: alpha 0.1 for the paper's, 0 for the others, fast solver, reports that take no time. */
  public static SchedulerConfig of(PolicyName policy) {
    return new SchedulerConfig(policy, SolverName.FAST, policy == PolicyName.TERRA ? PAPER_ALPHA : 0, 0, true, false);
  }

  /** This configuration with another solver. */
  public SchedulerConfig withSolver(SolverName other) {
    return new SchedulerConfig(policy, other, alpha, leastSeconds, caching, steadyPaths);
  }

  /** This configuration with another alpha. */
  public SchedulerConfig withAlpha(double other) {
    return new SchedulerConfig(policy, solver, other, leastSeconds, caching, steadyPaths);
  }

  /** This configuration with another least time. */
  public SchedulerConfig withLeastSeconds(double other) {
    return new SchedulerConfig(policy, solver, alpha, other, caching, steadyPaths);
  }

  /** This configuration with or without caches. */
  public SchedulerConfig withCaching(boolean other) {
    return new SchedulerConfig(policy, solver, alpha, leastSeconds, other, steadyPaths);
  }

  /** This configuration with bundles that stay on their paths. */
  public SchedulerConfig withSteadyPaths() {
    return new SchedulerConfig(policy, solver, alpha, leastSeconds, caching, true);
  }
}
