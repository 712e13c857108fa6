package dev.terra.cli.check;

import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.Neighbour;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks an agent's configuration against its host; no other host is contacted. */
final class AgentCheck {
  /** The number of ports of tunnels that the network routes. */
  private static final int TUNNEL_PORTS = 64;

  private final Path file;
  private final AgentConfig config;
  private final SitesCheck sites;
  private final List<Finding> findings = new ArrayList<>();

  private AgentCheck(Path file, AgentConfig config, SitesCheck sites) {
    this.file = file;
    this.config = config;
    this.sites = sites;
  }

  /** Returns all findings. */
  static List<Finding> of(Path file, Path topology, AgentConfig config, Instant now) {
    SitesCheck sites = new SitesCheck(topology, config.wan());
    AgentCheck check = new AgentCheck(file, config, sites);
    check.findings.addAll(sites.findings());
    check.places();
    check.neighbours();
    check.addresses();
    check.findings.addAll(new TlsCheck(file, PeerIdentity.site(config.site().name()), now).check(config.tls().orElse(null)));
    check.findings.addAll(FoldersCheck.of(file, config));
    check.findings.addAll(UnitCheck.of(file, config));
    return check.findings;
  }

  private void places() {
    Optional<SiteId> site = sites.siteOf(config.listenAddress());
    if (site.isPresent() && !site.get().equals(config.site())) {
      findings.add(Finding.error(file, "site", "the topology says that " + config.listenAddress().getHostAddress() + " is in "
          + site.get(), "site: " + site.get() + ", or another listenAddress, or other subnets in the topology"));
    }
    if (config.listenAddress().isAnyLocalAddress()) {
      findings.add(Finding.error(file, "listenAddress", "handlers connect to this address, so it has to be one of this host's own",
          "set it to one that `ip -brief address` shows"));
    }
  }

  private void neighbours() {
    for (Link link : config.wan().linksFrom(config.site())) {
      SiteId to = link.id().to();
      if (!config.neighbours().containsKey(to) && config.endToEnd().isEmpty()) {
        findings.add(Finding.error(file, "neighbours", "the topology has a link " + link.id() + ", and there is no neighbour " + to,
            "neighbours: {" + to + ": {local: IP, remote: IP}}, or take the link out of the topology"));
      }
    }
    config.neighbours().forEach((to, ends) -> neighbour(to, ends));
  }

  private void neighbour(SiteId to, Neighbour ends) {
    String key = "neighbours." + to;
    boolean linked = config.wan().linksFrom(config.site()).stream().anyMatch(link -> link.id().to().equals(to));
    if (!linked) {
      findings.add(Finding.error(file, key, "the topology has no link from " + config.site() + " to " + to,
          "take the neighbour out, or add the link to the topology: {between: [" + config.site() + ", " + to + "], ...}"));
    }
    Optional<SiteId> there = sites.siteOf(ends.remote());
    if (there.isPresent() && !there.get().equals(to)) {
      findings.add(Finding.error(file, key + ".remote", ends.remote().getHostAddress() + " is in " + there.get() + " and not in " + to,
          "set it to the address of " + to + "'s agent on this link"));
    }
    if (ends.remote().equals(ends.local()) && ends.remotePort() == config.tunnelPort()) {
      findings.add(Finding.error(file, key + ".remote", "both ends are " + ends.local().getHostAddress(),
          "set it to the address of " + to + "'s agent on this link"));
    }
  }

  private void addresses() {
    HostAddresses host = new HostAddresses(file, "agent");
    host.needs("listenAddress", "sitePort", config.listenAddress(), config.sitePort());
    host.needs("listenAddress", "fetchPort", config.listenAddress(), config.fetchPort());
    config.metrics().ifPresent(address -> host.needs("metrics", "metrics", address.getAddress(), address.getPort()));
    config.neighbours().forEach((to, ends) ->
        host.needs("neighbours." + to + ".local", "tunnelPort", ends.local(), config.tunnelPort()));
    config.endToEnd().ifPresent(tunnels -> endToEnd(host, tunnels.address(), tunnels.firstPort()));
    findings.addAll(host.findings());
  }

  private static void endToEnd(HostAddresses host, InetAddress address, int firstPort) {
    for (int i = 0; i < TUNNEL_PORTS; i++) {
      host.needs("tunnels.address", "tunnels.firstPort", address, firstPort + i);
    }
  }
}
