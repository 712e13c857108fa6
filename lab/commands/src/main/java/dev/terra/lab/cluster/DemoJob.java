package dev.terra.lab.cluster;

/**
 * One job of a demo.
 *
 * @param name in output for people, and of the folder of its output
 * @param bytesPerSite what the tasks of each site put into the job's shuffles, about; the WAN's scale is chosen by it
 */
public record DemoJob(String name, long bytesPerSite) {
  /** The folder of outputs in HDFS, by run. */
  public static final String OUTPUT = "/demo/output";

  /**
   * Returns the folder in HDFS for the output of a run of this job. Each job has its own folder, since jobs of
   * different users cannot share one.
   */
  public String output(String run) {
    return OUTPUT + "/" + run + "-" + name;
  }
}
