package dev.terra.lab.cluster;

import java.io.IOException;
import java.nio.file.Path;

/** Writes one site's share of the input of jobs. */
public interface SiteInput {
  /**
   * One site's part of the input.
   *
   * @param name of the site
   * @param host a worker host there
   * @param index of the site, from 0
   * @param sites the number of sites
   */
  record Share(String name, String host, int index, int sites) {
    /** Returns a seed that depends only on the site and the job. */
    public long seed(String job) {
      return 31L * job.hashCode() + name.hashCode();
    }
  }

  /** Writes files below a local folder. It becomes the folder of inputs in HDFS, merged over all sites. */
  void write(Path folder, Share share) throws IOException, InterruptedException;
}
