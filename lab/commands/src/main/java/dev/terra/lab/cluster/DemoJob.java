package dev.terra.lab.cluster;

/**
 * One job of a demo.
 *
 * @param name for people, and the folder of its output
 * @param bytesPerSite what the tasks of each site put into its shuffles, about: what the WAN's scale is chosen by
 */
public record DemoJob(String name, long bytesPerSite) {
  /** Where outputs are in HDFS, by run. */
  public static final String OUTPUT = "/demo/output";

  /** Where a run of it leaves its output in HDFS; jobs of different users share no folder of one of them. */
  public String output(String run) {
    return OUTPUT + "/" + run + "-" + name;
  }
}
