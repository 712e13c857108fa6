package dev.terra.agent.config;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import dev.terra.api.tls.TlsPaths;
import dev.terra.api.version.Capability;
import dev.terra.config.ConfigException;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The configuration of an agent. {@link AgentConfigFile} reads it from YAML.
 *
 * @param site where this agent works
 * @param name this agent, for people
 * @param wan the sites and links, with the sites' subnets
 * @param controllers where the controllers listen, one of which leads; at least one. Those given by name are unresolved
 * @param listenAddress for the handlers of this site
 * @param tunnelPort on which tunnels from neighbours are accepted, at the local addresses of {@code neighbours}; 0 picks a
 *     free one
 * @param sitePort gRPC for handlers; 0 picks a free one
 * @param fetchPort HTTP for handlers and {@code GET /v1/stats}; 0 picks a free one
 * @param neighbours by site
 * @param bypassSeconds a job's bytes to another site take the stock path if they would need less than this on it; 0 or more
 * @param readersInOrder whether a site's readers of a Tez shuffle are served one after the other, so that the first compute while
 *     others read; not where Tez starts second attempts of slow tasks ({@code tez.am.speculation.enabled})
 * @param spool bounds of what waits here for its reader
 * @param submitFolders below which submitted shuffles may read and write files here; none by default
 * @param ioThreads that serve channels beside the agent's own thread; 0: that one serves them too and lets what comes
 *     quickly gather for some milliseconds, which costs least where many agents share few cores; at most {@value #MAX_IO_THREADS}
 * @param metrics where Prometheus is answered; port 0 picks a free one; none: nowhere
 * @param tls the files for TLS on tunnels and towards the controller; none: both are plain
 * @param endToEnd where tunnels are accepted that the network routes; none: nowhere
 * @param routerCommand what puts rules of tunnels in force on the site's router; empty: nothing does
 * @param share what it carries of its site
 * @param compression whether chunks are compressed on their way to other sites
 * @param cache what is kept for further readers
 */
public record AgentConfig(
    SiteId site,
    String name,
    Wan wan,
    List<InetSocketAddress> controllers,
    InetAddress listenAddress,
    int tunnelPort,
    int sitePort,
    int fetchPort,
    ImmutableMap<SiteId, Neighbour> neighbours,
    double bypassSeconds,
    boolean readersInOrder,
    SpoolConfig spool,
    List<Path> submitFolders,
    int ioThreads,
    Optional<InetSocketAddress> metrics,
    Optional<TlsPaths> tls,
    Optional<EndToEnd> endToEnd,
    List<String> routerCommand,
    SiteShare share,
    CompressionConfig compression,
    CacheConfig cache) {

  /** Three survive two; an agent keeps a stream to each. */
  public static final int MAX_CONTROLLERS = 16;
  /** Beyond this many they wait for the agent's own thread. */
  public static final int MAX_IO_THREADS = 64;

  /** Checks what the parts can't check themselves. */
  public AgentConfig {
    controllers = List.copyOf(controllers);
    if (controllers.isEmpty() || controllers.size() > MAX_CONTROLLERS) {
      throw ConfigException.ofKey("controller", "expected 1 to " + MAX_CONTROLLERS + " addresses, got " + controllers.size());
    }
    Objects.requireNonNull(listenAddress, "listenAddress");
    Objects.requireNonNull(spool, "spool");
    Objects.requireNonNull(metrics, "metrics");
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(endToEnd, "endToEnd");
    if (cache.diskBytes() > 0 && spool.directory().isEmpty()) {
      throw ConfigException.ofKey("spool.directory", "expected a directory, since cache.diskBytes is " + cache.diskBytes());
    }
    submitFolders = List.copyOf(submitFolders);
    routerCommand = List.copyOf(routerCommand);
    for (Path folder : submitFolders) {
      if (!folder.isAbsolute()) {
        throw ConfigException.ofKey("submitFolders", "expected absolute paths, got " + folder);
      }
    }
    name = idOf(site, name).name();
    if (!wan.contains(site)) {
      throw ConfigException.ofKey("site", "expected a site of " + wan + ", got " + site);
    }
    for (SiteId neighbour : neighbours.keySet()) {
      if (!wan.contains(neighbour) || neighbour.equals(site)) {
        throw ConfigException.ofKey("neighbours", "expected other sites of " + wan + ", got " + neighbour);
      }
    }
    checkPort("tunnelPort", tunnelPort);
    checkPort("sitePort", sitePort);
    checkPort("fetchPort", fetchPort);
    endToEnd.ifPresent(ends -> ends.ofSlice(share.agents() - 1 - share.slice())); // the last one's ports
    if (ioThreads < 0 || ioThreads > MAX_IO_THREADS) {
      throw ConfigException.ofKey("ioThreads", "expected 0 to " + MAX_IO_THREADS + ", got " + ioThreads);
    }
    if (!Double.isFinite(bypassSeconds) || bypassSeconds < 0) {
      throw ConfigException.ofKey("bypassSeconds", "expected a number of seconds, 0 or more, got " + bypassSeconds);
    }
  }

  /**
   * Configures an agent that carries a slice of its site: on ports of its own. Whole links are its own: it may carry all of a bundle.
   *
   * @param slice from 0
   */
  public AgentConfig ofSlice(int slice) {
    SiteShare part = new SiteShare(share.agents(), slice);
    int offset = part.portOffset();
    return new AgentConfig(site, name, wan, controllers, listenAddress, plus(tunnelPort, offset),
        plus(sitePort, offset), plus(fetchPort, offset),
        ImmutableMap.copyOf(Maps.transformValues(neighbours, neighbour -> neighbour.plusPorts(offset))), bypassSeconds, readersInOrder,
        spool.below("slice-" + slice), submitFolders, ioThreads,
        metrics.map(at -> new InetSocketAddress(at.getAddress(), plus(at.getPort(), offset))), tls,
        endToEnd.map(ends -> ends.ofSlice(slice)), routerCommand, part, compression, cache);
  }

  private static int plus(int port, int offset) {
    return port == 0 ? 0 : port + offset;
  }

  /** Who the agent is. */
  public AgentId id() {
    return idOf(site, name);
  }

  private static AgentId idOf(SiteId site, String name) {
    try {
      return new AgentId(site, name);
    } catch (IllegalArgumentException e) {
      throw ConfigException.ofKey("name", String.valueOf(e.getMessage()));
    }
  }

  private static void checkPort(String key, int port) {
    if (port < 0 || port > 65_535) {
      throw ConfigException.ofKey(key, "expected a port from 0 to 65535, got " + port);
    }
  }

  /** What the agent can do because it is configured so, and what all can. */
  public Set<Capability> capabilities() {
    Set<Capability> able = EnumSet.of(Capability.OBSERVED_SHUFFLES, Capability.LATENCY_CLASSES, Capability.KNOWN_TRANSFERS);
    if (endToEnd.isPresent()) {
      able.add(Capability.END_TO_END_TUNNELS);
    }
    if (!routerCommand.isEmpty()) {
      able.add(Capability.ROUTER_RULES);
    }
    return able;
  }
}
