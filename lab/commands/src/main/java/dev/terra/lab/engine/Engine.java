package dev.terra.lab.engine;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.EngineJobs;
import dev.terra.lab.cluster.JobClient;
import java.io.IOException;
import java.util.List;

/** A batch engine as a demo uses it: what it runs, how, and what came out. Used from one thread. */
public interface Engine extends EngineJobs {
  /** As on the command line. */
  EngineName name();

  /** Gets what it needs on this machine. The testbed is not up yet. */
  void install(Progress progress) throws IOException, InterruptedException;

  /** Makes these jobs' input at the sites of a testbed that is up, and starts what the engine needs there besides YARN. */
  void prepare(DemoCluster cluster, List<DemoJob> jobs, Progress progress) throws IOException, InterruptedException;

  /**
   * Ends what of it runs on YARN between jobs: NodeManagers are about to be started again, with another shuffle. Engines of which only
   * jobs run there have nothing to do.
   */
  default void pause(DemoCluster cluster) throws IOException, InterruptedException {}

  /** The NodeManagers are back after {@link #pause}. */
  default void resume(DemoCluster cluster) throws IOException, InterruptedException {}

  /**
   * Starts a client that submits a job and ends with it. Returns at once.
   *
   * @param speculation whether slow tasks get another attempt, where the engine can. On a few shared cores that happens at random, and
   *     makes runs hard to compare
   */
  JobClient submit(DemoCluster cluster, DemoJob job, String run, boolean speculation) throws IOException;

  /**
   * How a job went whose client has ended.
   *
   * @throws IOException if it failed
   */
  JobOutcome outcome(DemoCluster cluster, JobClient client) throws IOException, InterruptedException;

  /** Reads the outputs of all runs. */
  Outputs outputs(DemoCluster cluster) throws IOException, InterruptedException;

  /** What jobs left behind. */
  interface Outputs {
    /** Whether two runs of a job had the same result, and any at all. */
    boolean same(DemoJob job, String run, String otherRun) throws IOException;
  }
}
