package dev.terra.lab.cluster;

import java.util.List;

/** Which jobs an engine runs; all that a {@link DemoPlan} is made from. */
public interface EngineJobs {
  /** What the demo runs at once and measures. */
  List<DemoJob> jobs();

  /** What verification runs besides: those of a batch at once, one batch after the other. */
  List<List<DemoJob>> moreBatches();

  /** How many times as long as usual the optimum has to take to dwarf what tasks compute, which share a few cores here. */
  default double optimumFactor() {
    return 1;
  }

  /** Small jobs that are run first, at once, and not measured: they warm the cluster up. */
  List<DemoJob> warmUps();
}
