package dev.terra.core.wan;

import java.util.List;
import java.util.Objects;

/**
 * The worker hosts of a site.
 *
 * @param count the number of hosts, at least 1
 * @param subnets the hosts' address ranges in CIDR form; empty if they are not known
 * @param caps what all of them together may send to and receive from other sites
 */
public record SiteHosts(int count, List<String> subnets, SiteCaps caps) {
  /** Checks the range. */
  public SiteHosts {
    Objects.requireNonNull(caps, "caps");
    subnets = List.copyOf(subnets);
    if (count < 1) {
      throw new IllegalArgumentException("a site needs at least 1 host, got " + count);
    }
  }

  /** Creates hosts without caps. */
  public SiteHosts(int count, List<String> subnets) {
    this(count, subnets, SiteCaps.NONE);
  }
}
