package dev.terra.core.wan;

import java.util.List;

/**
 * The worker hosts of a site.
 *
 * @param count how many, at least 1
 * @param subnets their address ranges in CIDR form; empty where addresses are not known
 */
public record SiteHosts(int count, List<String> subnets) {
  /** Checks the range. */
  public SiteHosts {
    subnets = List.copyOf(subnets);
    if (count < 1) {
      throw new IllegalArgumentException("a site needs at least 1 host, got " + count);
    }
  }
}
