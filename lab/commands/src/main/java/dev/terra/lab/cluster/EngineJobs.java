package dev.terra.lab.cluster;

import java.util.List;

/** The jobs that an engine runs: all that a {@link DemoPlan} is made from. */
public interface EngineJobs {
  /** Returns the jobs that the demo runs at once and measures. */
  List<DemoJob> jobs();

  /** Returns the jobs that verification runs in addition: the jobs of a batch run at once, one batch after the other. */
  List<List<DemoJob>> moreBatches();

  /**
   * Returns the factor by which the optimum must be longer than usual, so that it dwarfs what tasks compute on the few
   * cores that they share here.
   */
  default double optimumFactor() {
    return 1;
  }

  /** Returns small jobs that run first, at once, and are not measured. They warm the cluster up. */
  List<DemoJob> warmUps();
}
