package dev.terra.lab.cluster;

import java.io.IOException;
import java.nio.file.Path;

/** Writes one site's share of the input of jobs. */
public interface SiteInput {
  /**
   * One site's part.
   *
   * @param name the site
   * @param host a worker host there
   * @param index from 0
   * @param sites how many there are
   */
  record Share(String name, String host, int index, int sites) {
    /** A seed that depends only on the site and the job. */
    public long seed(String job) {
      return 31L * job.hashCode() + name.hashCode();
    }
  }

  /** Writes files below a local folder; it becomes the folder of inputs in HDFS, merged over all sites. */
  void write(Path folder, Share share) throws IOException, InterruptedException;
}
