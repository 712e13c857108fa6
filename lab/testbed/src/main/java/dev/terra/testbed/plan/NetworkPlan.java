package dev.terra.testbed.plan;

import dev.terra.core.wan.LinkId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The commands that make the network of an address plan: lines for {@code ip -batch}, and kernel settings per namespace.
 *
 * <pre>
 *   host eth0 --- hN  lan (bridge) router ... fabric === the link === fabric ... router
 * </pre>
 *
 * <p>Where links end is the business of the {@link WanFabric}. With user-space links, both ends lead to one more namespace, where a
 * process joins them; with netem they are one pair.
 */
public final class NetworkPlan {
  /** Namespace of the user-space links, without the prefix. */
  public static final String WIRE = "wire";
  /**
   * The range of the packets that a tunnel's new connection sends immediately: what the fastest link holds, within this
   * range. Agents pace it, so no link gets too much.
   */
  private static final int FEWEST_FIRST_PACKETS = 64;
  private static final int MOST_FIRST_PACKETS = 1_000;
  /** The data in a full packet of TCP with time stamps, bytes. */
  private static final int PACKET_DATA_BYTES = 1_448;
  /**
   * The least and the most bytes that TCP may buffer: the kernel's default, and a limit with which many connections
   * cannot exhaust memory.
   */
  private static final long MIN_TCP_BUFFER = 6L << 20;
  private static final long MAX_TCP_BUFFER = 128L << 20;

  private final AddressPlan addresses;
  private final String prefix;
  private final WanFabric fabric;
  private final boolean userSpaceLinks;

  /** Makes the plan of a network whose namespaces begin with a prefix. */
  public NetworkPlan(AddressPlan addresses, String prefix, WanFabric fabric, boolean userSpaceLinks) {
    this.fabric = fabric;
    this.addresses = addresses;
    this.prefix = prefix;
    this.userSpaceLinks = userSpaceLinks;
  }

  /** Returns all namespaces, with their prefix. */
  public List<String> namespaces() {
    List<String> names = new ArrayList<>();
    addresses.sites().forEach(site -> names.add(prefix + site.routerName()));
    addresses.hosts().forEach(host -> names.add(prefix + host.name()));
    names.addAll(fabric.namespaces());
    if (userSpaceLinks) {
      names.add(prefix + WIRE);
    }
    return names;
  }

  /** Returns the lines that create the namespaces. */
  public List<String> createNamespaces() {
    return namespaces().stream().map(name -> "netns add " + name).toList();
  }

  /** Returns the lines that create all interfaces, each in its namespace. */
  public List<String> createInterfaces() {
    List<String> lines = new ArrayList<>();
    for (Host host : addresses.hosts()) {
      lines.add(pair("eth0", prefix + host.name(), port(host), prefix + addresses.site(host.site()).routerName()));
    }
    lines.addAll(fabric.createInterfaces());
    addresses.links().forEach(link -> lines.addAll(link(link)));
    return lines;
  }

  private List<String> link(WanLink link) {
    WanFabric.LinkEnd first = fabric.end(link, 1);
    WanFabric.LinkEnd second = fabric.end(link, 2);
    String nameFirst = first.device() + fabric.linkOptions(link, 1);
    String nameSecond = second.device() + fabric.linkOptions(link, 2);
    if (!userSpaceLinks) {
      return List.of(pair(nameFirst, first.namespace(), nameSecond, second.namespace()));
    }
    return List.of(
        pair(nameFirst, first.namespace(), wireInterface(link, 1), prefix + WIRE),
        pair(nameSecond, second.namespace(), wireInterface(link, 2), prefix + WIRE));
  }

  static String pair(String name, String namespace, String peer, String peerNamespace) {
    return "link add name " + name + " netns " + namespace + " type veth peer name " + peer + " netns " + peerNamespace;
  }

  private static String port(Host host) {
    return "h" + host.ip().substring(host.ip().lastIndexOf('.') + 1);
  }

  /** Returns the name of a link's interface, end 1 or 2, in the namespace of the user-space links. */
  public static String wireInterface(WanLink link, int end) {
    return "l" + link.number() + (end == 1 ? "a" : "b");
  }

  /** Returns the lines by namespace that give interfaces their addresses and bring them up. */
  public Map<String, List<String>> configureInterfaces() {
    Map<String, List<String>> byNamespace = new LinkedHashMap<>();
    namespaces().forEach(name -> byNamespace.put(name, new ArrayList<>(List.of("link set lo up"))));
    addresses.sites().forEach(site -> configureSite(site, byNamespace));
    addresses.hosts().forEach(host -> configureHost(host, byNamespace));
    fabric.configure(byNamespace);
    addresses.links().forEach(link -> configureLink(link, byNamespace));
    return byNamespace;
  }

  private void configureSite(SiteNet site, Map<String, List<String>> byNamespace) {
    List<String> router = byNamespace.get(prefix + site.routerName());
    router.add("link add name lan type bridge");
    router.add("address add " + site.routerAddress() + "/24 dev lan");
    router.add("link set lan up");
    router.add("route add " + site.tunnelAddress() + "/32 via " + site.gatewayAddress() + " dev lan");
    byNamespace.get(prefix + addresses.gateway(site.site()).name()).add("address add " + site.tunnelAddress() + "/32 dev lo");
  }

  private void configureHost(Host host, Map<String, List<String>> byNamespace) {
    SiteNet site = addresses.site(host.site());
    byNamespace.get(prefix + site.routerName()).add("link set " + port(host) + " master lan up");
    List<String> lines = byNamespace.get(prefix + host.name());
    lines.add("address add " + host.ip() + "/24 dev eth0");
    lines.add("link set eth0 up");
    lines.add("route add default via " + site.routerAddress());
    if (host.role() == Host.Role.GATEWAY) {
      // As docs/use/install.md demands: there are many tunnels, each is used occasionally, and none must grow from ten
      // packets every time.
      long packets = firstPackets();
      AddressPlan.TUNNEL_RANGES.forEach(range ->
          lines.add("route add " + range + " via " + site.routerAddress() + " initcwnd " + packets + " initrwnd " + packets));
    }
  }

  private void configureLink(WanLink link, Map<String, List<String>> byNamespace) {
    for (int end = 1; end <= 2; end++) {
      byNamespace.get(prefix + addresses.gateway(link.site(end).site()).name())
          .add("address add " + link.overlay(end) + "/32 dev lo");
      if (userSpaceLinks) {
        byNamespace.get(prefix + WIRE).add("link set " + wireInterface(link, end) + " up");
      }
    }
  }

  /**
   * Returns the lines by router namespace that set the route to every other site, with these links cut. They can be
   * repeated safely.
   */
  public Map<String, List<String>> routes(Set<LinkId> cut) {
    return fabric.routes(cut);
  }

  /** Returns the kernel settings by path below {@code /proc/sys/net}, for every namespace. */
  public Map<String, String> kernelSettings() {
    long buffer = tcpBufferBytes();
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("ipv4/ip_forward", "1");
    for (String scope : List.of("all", "default")) {
      settings.put("ipv4/conf/" + scope + "/rp_filter", "0");
      settings.put("ipv4/conf/" + scope + "/send_redirects", "0");
      settings.put("ipv4/conf/" + scope + "/accept_redirects", "0");
      settings.put("ipv6/conf/" + scope + "/disable_ipv6", "1");
    }
    // For agents, docs/use/install.md demands windows that are large immediately, and connections that do not start
    // slowly again after a pause; and bytes that wait in a socket wait in vain if another path is faster.
    settings.put("ipv4/tcp_rmem", "4096 " + buffer + " " + buffer);
    settings.put("ipv4/tcp_wmem", "4096 65536 " + buffer);
    settings.put("ipv4/tcp_slow_start_after_idle", "0");
    settings.put("ipv4/tcp_notsent_lowat", "65536");
    // A run must not begin with the congestion windows of the previous run.
    settings.put("ipv4/tcp_no_metrics_save", "1");
    // The kernel cuts a connection's bytes into frames of a millisecond of its rate, at least two packets. These links
    // are hundreds of times slower than those they stand for, so every frame would be that small, and each frame costs
    // time in the emulator.
    settings.put("ipv4/tcp_min_tso_segs", "6");
    return settings;
  }

  /** Returns twice the fastest link times the longest round trip, with room for the queue. */
  private long tcpBufferBytes() {
    return Math.round(Math.min(MAX_TCP_BUFFER, Math.max(MIN_TCP_BUFFER, 2 * fastestCarries(LinkShape.QUEUE_SECONDS))));
  }

  private long firstPackets() {
    return Math.max(FEWEST_FIRST_PACKETS, Math.min(MOST_FIRST_PACKETS, (long) Math.ceil(fastestCarries(0) / PACKET_DATA_BYTES)));
  }

  /** Returns the bytes that the fastest link carries in the longest round trip, and in some more seconds. */
  private double fastestCarries(double moreSeconds) {
    Duration roundTrip = new DefaultRoutes(addresses.wan()).longestLatency().multipliedBy(2);
    double fastest = addresses.wan().links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).max().orElse(0);
    return fastest * (roundTrip.toNanos() / 1e9 + moreSeconds);
  }
}
