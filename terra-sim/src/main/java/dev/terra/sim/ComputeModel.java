package dev.terra.sim;

import dev.terra.core.wan.SiteId;
import java.util.Map;

/**
 * Time for I/O and computation, in proportion to shuffle size: a stage takes as long as its busiest site needs for the bytes that it reads
 * (in a first stage: the bytes that it writes).
 *
 * @param kind how a site works off its bytes
 * @param hostsPerSite at least 1
 * @param bytesPerSecond the rate of a host's disk, or of a task, above 0
 */
public record ComputeModel(Kind kind, int hostsPerSite, double bytesPerSecond) {
  /** How a site works off its bytes. */
  public enum Kind {
    /** The bytes take no time. */
    OFF,
    /** All hosts read from their disks at once, as in section 2.6.1 of the dissertation. */
    DISK,
    /**
     * The bytes are read in waves of tasks of {@link #TASK_BYTES}, one on each of {@link #CORES} cores of each host, as in the authors'
     * simulator.
     */
    WAVES
  }

  /** The rate of a disk in the dissertation's evaluation (section 2.6.1), bytes/s. */
  public static final double PAPER_DISK_BYTES_PER_SECOND = 200e6;
  /** The rate at which a task of the authors' simulator reads, bytes/s. */
  public static final double AUTHORS_TASK_BYTES_PER_SECOND = 50e6;
  /** The number of hosts of a site in the published simulations. */
  public static final int PAPER_HOSTS_PER_SITE = 100;
  static final double TASK_BYTES = 256e6;
  static final int CORES = 8;

  /** Checks the ranges. */
  public ComputeModel {
    if (hostsPerSite < 1 || !(bytesPerSecond > 0)) {
      throw new IllegalArgumentException("expected at least 1 host and a rate above 0, got " + hostsPerSite + ", "
          + bytesPerSecond);
    }
  }

  /** Returns the dissertation's model with {@code hostsPerSite} hosts at each site. */
  public static ComputeModel paper(int hostsPerSite) {
    return new ComputeModel(Kind.DISK, hostsPerSite, PAPER_DISK_BYTES_PER_SECOND);
  }

  /** Returns the model of the authors' simulator. */
  public static ComputeModel authors(int hostsPerSite) {
    return new ComputeModel(Kind.WAVES, hostsPerSite, AUTHORS_TASK_BYTES_PER_SECOND);
  }

  /** Returns a model in which computation takes no time. */
  public static ComputeModel off(int hostsPerSite) {
    return new ComputeModel(Kind.OFF, hostsPerSite, PAPER_DISK_BYTES_PER_SECOND);
  }

  /** Returns how long a stage with these bytes at each site takes, seconds. */
  double seconds(Map<SiteId, Double> bytesBySite) {
    double most = bytesBySite.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return switch (kind) {
      case OFF -> 0;
      case DISK -> most / (hostsPerSite * bytesPerSecond);
      case WAVES -> waves(most) * Math.min(most, TASK_BYTES) / bytesPerSecond;
    };
  }

  private double waves(double bytes) {
    return Math.ceil(Math.ceil(bytes / TASK_BYTES) / ((double) CORES * hostsPerSite));
  }
}
