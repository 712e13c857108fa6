package dev.terra.sim;

import dev.terra.core.wan.SiteId;
import java.util.Map;

/**
 * Time for I/O and computation, in proportion to shuffle size: a stage takes as long as the busiest of its sites needs to read what
 * it takes in (a first stage: what it gives out) from the disks of its hosts.
 *
 * @param hostsPerSite at least 1
 * @param diskBytesPerSecondPerHost above 0; infinite where computation takes no time
 */
public record ComputeModel(int hostsPerSite, double diskBytesPerSecondPerHost) {
  /** A disk of the dissertation's evaluation (section 2.6.1), bytes/s. */
  public static final double PAPER_DISK_BYTES_PER_SECOND = 200e6;
  /** Hosts of a site in the published simulations. */
  public static final int PAPER_HOSTS_PER_SITE = 100;

  /** Checks the ranges. */
  public ComputeModel {
    if (hostsPerSite < 1 || !(diskBytesPerSecondPerHost > 0)) {
      throw new IllegalArgumentException("expected at least 1 host and a disk rate above 0, got " + hostsPerSite + ", "
          + diskBytesPerSecondPerHost);
    }
  }

  /** The dissertation's model with so many hosts at each site. */
  public static ComputeModel paper(int hostsPerSite) {
    return new ComputeModel(hostsPerSite, PAPER_DISK_BYTES_PER_SECOND);
  }

  /** Computation takes no time. */
  public static ComputeModel off(int hostsPerSite) {
    return new ComputeModel(hostsPerSite, Double.POSITIVE_INFINITY);
  }

  /** How long a stage with so many bytes at each site takes. */
  double seconds(Map<SiteId, Double> bytesBySite) {
    double most = bytesBySite.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return most / (hostsPerSite * diskBytesPerSecondPerHost);
  }
}
