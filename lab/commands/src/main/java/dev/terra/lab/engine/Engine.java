package dev.terra.lab.engine;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.EngineJobs;
import dev.terra.lab.cluster.JobClient;
import java.io.IOException;
import java.util.List;

/** A batch engine as a demo uses it: the jobs that it runs, how it runs them, and their outcome. It is used from one thread. */
public interface Engine extends EngineJobs {
  /** Returns the engine's name on the command line. */
  EngineName name();

  /** Installs what the engine needs on this machine. The testbed is not up yet. */
  void install(Progress progress) throws IOException, InterruptedException;

  /** Makes the input of these jobs at the sites of a testbed that is up, and starts what the engine needs there besides YARN. */
  void prepare(DemoCluster cluster, List<DemoJob> jobs, Progress progress) throws IOException, InterruptedException;

  /**
   * Ends the engine's own applications on YARN between jobs, before NodeManagers are restarted with another shuffle.
   * Engines that run nothing but jobs there have nothing to do.
   */
  default void pause(DemoCluster cluster) throws IOException, InterruptedException {}

  /** Restarts the engine's own applications, after {@link #pause} and the restart of the NodeManagers. */
  default void resume(DemoCluster cluster) throws IOException, InterruptedException {}

  /**
   * Starts a client that submits a job and ends with it. Returns immediately.
   *
   * @param speculation whether slow tasks get another attempt, if the engine can do that. On a few shared cores, such
   *     attempts happen at random, and make runs hard to compare
   */
  JobClient submit(DemoCluster cluster, DemoJob job, String run, boolean speculation) throws IOException;

  /**
   * Returns the outcome of a job whose client has ended.
   *
   * @throws IOException if the job failed
   */
  JobOutcome outcome(DemoCluster cluster, JobClient client) throws IOException, InterruptedException;

  /** Reads the outputs of all runs. */
  Outputs outputs(DemoCluster cluster) throws IOException, InterruptedException;

  /** The outputs of jobs. */
  interface Outputs {
    /** Returns whether two runs of a job had the same result, and the result is not empty. */
    boolean same(DemoJob job, String run, String otherRun) throws IOException;
  }
}
