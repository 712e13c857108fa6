package dev.terra.testbed.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.plan.Host.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names and addresses in the testbed of a WAN. Site number i in the order of the file is 10.77.i.0/24: workers from
 * .1, core services .100 (at one site), gateway host .200, router .254. Link number j has overlay addresses 10.79.j.1
 * and 10.79.j.2 on the gateway hosts of its ends, and 10.78.j.1 and 10.78.j.2 between the routers.
 */
public final class AddressPlan {
  /** The destinations of tunnels: overlay addresses, and those that the network itself keeps on their paths. */
  static final List<String> TUNNEL_RANGES = List.of("10.79.0.0/16", "10.80.0.0/16");
  /** The last octet of the host of core services. */
  static final int CORE_OCTET = 100;
  /** The last octet of a gateway host. */
  static final int GATEWAY_OCTET = 200;
  /** The last octet of a router. */
  static final int ROUTER_OCTET = 254;
  /** The largest number in an octet. */
  private static final int MAX_NUMBER = 254;
  /**
   * The longest label of a site in a host name. A host name's label is at most 63 characters; this leaves room for
   * "-router" and digits.
   */
  private static final int MAX_LABEL = 40;

  private final Wan wan;
  private final ImmutableMap<SiteId, SiteNet> sites;
  private final ImmutableList<WanLink> links;
  private final ImmutableList<Host> hosts;

  /**
   * Makes the plan for a WAN.
   *
   * @throws TestbedException if the WAN has more sites, links or hosts than the address ranges, or a one-way link
   */
  public AddressPlan(Wan wan) {
    this.wan = wan;
    this.sites = numberSites(wan);
    this.links = numberLinks(wan, sites);
    this.hosts = placeHosts(wan, sites);
  }

  private static ImmutableMap<SiteId, SiteNet> numberSites(Wan wan) {
    check(wan.sites().size() <= MAX_NUMBER, "at most " + MAX_NUMBER + " sites fit, " + wan.name() + " has " + wan.sites().size());
    ImmutableMap.Builder<SiteId, SiteNet> nets = ImmutableMap.builder();
    Set<String> labels = new LinkedHashSet<>();
    for (Site site : wan.sites()) {
      int number = wan.indexOf(site.id()) + 1;
      String label = label(site.id());
      if (!labels.add(label.toLowerCase(Locale.ROOT))) {
        label = label + "-n" + number;
        labels.add(label.toLowerCase(Locale.ROOT));
      }
      nets.put(site.id(), new SiteNet(site.id(), number, label));
    }
    return nets.buildOrThrow();
  }

  private static String label(SiteId site) {
    String label = site.name().replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
    return label.isEmpty() ? "site" : label.substring(0, Math.min(MAX_LABEL, label.length()));
  }

  private static ImmutableList<WanLink> numberLinks(Wan wan, Map<SiteId, SiteNet> sites) {
    Map<LinkId, WanLink> byForward = new LinkedHashMap<>();
    for (Link link : wan.links()) {
      if (byForward.containsKey(link.id().reversed())) {
        continue;
      }
      Link back = wan.link(link.id().reversed()).orElseThrow(() -> new TestbedException(
          "link " + link.id() + " has no opposite direction; the testbed needs both"));
      byForward.put(link.id(),
          new WanLink(byForward.size() + 1, sites.get(link.id().from()), sites.get(link.id().to()), link, back));
    }
    check(byForward.size() <= MAX_NUMBER, "at most " + MAX_NUMBER + " links fit, " + wan.name() + " has " + byForward.size());
    return ImmutableList.copyOf(byForward.values());
  }

  private static ImmutableList<Host> placeHosts(Wan wan, Map<SiteId, SiteNet> sites) {
    List<Host> hosts = new ArrayList<>();
    SiteId coreSite = DefaultRoutes.bestConnected(wan);
    hosts.add(new Host("core", coreSite, Role.CORE, sites.get(coreSite).address(CORE_OCTET)));
    for (Site site : wan.sites()) {
      SiteNet net = sites.get(site.id());
      check(site.hosts() < CORE_OCTET,
          "at most " + (CORE_OCTET - 1) + " hosts fit in a site, " + site.id() + " has " + site.hosts());
      hosts.add(new Host(net.label() + "-gw", site.id(), Role.GATEWAY, net.gatewayAddress()));
      for (int i = 1; i <= site.hosts(); i++) {
        hosts.add(new Host(net.label() + "-" + i, site.id(), Role.WORKER, net.address(i)));
      }
    }
    return ImmutableList.copyOf(hosts);
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new TestbedException(message);
    }
  }

  /** Returns the WAN of this plan. */
  public Wan wan() {
    return wan;
  }

  /** Returns all sites in order. */
  public ImmutableList<SiteNet> sites() {
    return sites.values().asList();
  }

  /**
   * Returns a site's LAN.
   *
   * @throws TestbedException if there is no such site
   */
  public SiteNet site(SiteId site) {
    return Optional.ofNullable(sites.get(site))
        .orElseThrow(() -> new TestbedException("unknown site " + site + "; expected one of " + sites.keySet()));
  }

  /** Returns all links in order. */
  public ImmutableList<WanLink> links() {
    return links;
  }

  /**
   * Returns the link between two sites, in either order.
   *
   * @throws TestbedException if there is none
   */
  public WanLink link(SiteId a, SiteId b) {
    Set<SiteId> ends = Set.of(site(a).site(), site(b).site());
    return links.stream()
        .filter(link -> ends.equals(Set.of(link.first().site(), link.second().site())))
        .findFirst()
        .orElseThrow(() -> new TestbedException("no link between " + a + " and " + b + " in " + wan.name()));
  }

  /** Returns all hosts, the core host first. */
  public ImmutableList<Host> hosts() {
    return hosts;
  }

  /** Returns the hosts of a role, in order. */
  public ImmutableList<Host> hosts(Role role) {
    return hosts.stream().filter(host -> host.role() == role).collect(ImmutableList.toImmutableList());
  }

  /** Returns the host of the core services. */
  public Host core() {
    return hosts.get(0);
  }

  /**
   * Returns the host of this name.
   *
   * @throws TestbedException if there is none
   */
  public Host host(String name) {
    return hosts.stream().filter(host -> host.name().equals(name)).findFirst()
        .orElseThrow(() -> new TestbedException(
            "unknown host " + name + "; expected one of " + hosts.stream().map(Host::name).toList()));
  }

  /** Returns the gateway host of a site. */
  public Host gateway(SiteId site) {
    return host(site(site).label() + "-gw");
  }

  /** Returns the hosts file that all hosts share. */
  public String hostsFile() {
    StringBuilder text = new StringBuilder("127.0.0.1 localhost\n");
    hosts.forEach(host -> text.append(host.ip()).append(' ').append(host.name()).append('\n'));
    return text.toString();
  }

  /** Returns the WAN with each site's subnet filled in. */
  public Wan withSubnets() {
    List<Site> resolved = wan.sites().stream()
        .map(site -> site.withHosts(site.hosts(), List.of(site(site.id()).subnet())))
        .toList();
    return new Wan(wan.name(), resolved, wan.links());
  }
}
