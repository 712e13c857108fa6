package dev.terra.cli.check;

import dev.terra.api.address.Subnet;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks whether a topology determines the site of every address: whether its subnets are valid and belong to one site each. */
final class SitesCheck {
  private final Path topology;
  private final Map<Subnet, SiteId> owners = new HashMap<>();
  private final List<Finding> findings = new ArrayList<>();

  SitesCheck(Path topology, Wan wan) {
    this.topology = topology;
    wan.sites().forEach(this::check);
  }

  private void check(Site site) {
    if (site.subnets().isEmpty()) {
      findings.add(Finding.error(topology, "sites." + site.id() + ".subnets", "there are no subnets, so it is not known which hosts are in "
          + site.id(),
          "subnets: [\"10.1.0.0/16\"] with the networks of its NodeManagers and agents"));
    }
    site.subnets().forEach(cidr -> check(site.id(), cidr));
  }

  private void check(SiteId site, String cidr) {
    String key = "sites." + site + ".subnets";
    try {
      SiteId other = owners.putIfAbsent(Subnet.ipv4(cidr), site);
      if (other != null && !other.equals(site)) {
        findings.add(Finding.error(topology, key, cidr + " belongs to " + other + ", too", "leave it with the site whose hosts it has"));
      }
    } catch (IllegalArgumentException e) {
      findings.add(Finding.error(topology, key, Failures.inWords(e), "write it as 10.1.0.0/16"));
    }
  }

  /** Returns the site of an address; the longest prefix decides. */
  Optional<SiteId> siteOf(InetAddress address) {
    return owners.keySet().stream().filter(subnet -> subnet.contains(address)).min(Subnet.MOST_SPECIFIC_FIRST).map(owners::get);
  }

  /** Returns what is wrong with the topology. */
  List<Finding> findings() {
    return List.copyOf(findings);
  }
}
