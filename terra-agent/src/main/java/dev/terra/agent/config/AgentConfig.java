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
 * @param site the agent's site
 * @param name the agent's name, for people
 * @param wan the sites and links, with the sites' subnets
 * @param controllers the addresses of the controllers, one of which leads; at least one. Those given by name are unresolved
 * @param listenAddress the address at which handlers of this site connect
 * @param tunnelPort the port on which tunnels from neighbours are accepted, at the local addresses of {@code neighbours}; 0 picks a free
 *     one
 * @param sitePort the gRPC port for handlers; 0 picks a free one
 * @param fetchPort the HTTP port for handlers and {@code GET /v1/stats}; 0 picks a free one
 * @param neighbours the neighbours by site
 * @param bypassSeconds a job's bytes to another site take the stock path if they would need less than this on it; 0 or more
 * @param readersInOrder whether a site's readers of a Tez shuffle are served one after the other, so that the first compute while others
 *     read; not to be set where Tez starts second attempts of slow tasks ({@code tez.am.speculation.enabled})
 * @param spool bounds of what waits here for its reader
 * @param submitFolders the folders below which submitted shuffles may read and write files; none by default
 * @param ioThreads the number of threads that serve channels beside the agent's own thread. With 0, the agent's own thread serves them too
 *     and lets bytes that arrive quickly gather for some milliseconds, which costs least where many agents share few cores; at most
 *     {@value #MAX_IO_THREADS}
 * @param metrics the address at which Prometheus is served; port 0 picks a free one; empty if it is not served
 * @param tls the files for TLS on tunnels and towards the controller; empty if both are plain
 * @param endToEnd where tunnels are accepted that the network routes; empty if none are
 * @param routerCommand the command that applies rules of tunnels on the site's router; empty if there is none
 * @param share the agent's part of its site
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

  /** The most controllers. Three of them survive the failure of two; an agent keeps a stream to each. */
  public static final int MAX_CONTROLLERS = 16;
  /** The most I/O threads. More threads would wait for the agent's own thread. */
  public static final int MAX_IO_THREADS = 64;

  /** Checks what the components can't check themselves. */
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
    endToEnd.ifPresent(ends -> ends.ofSlice(share.agents() - 1 - share.slice())); // checks the ports of the last slice
    if (ioThreads < 0 || ioThreads > MAX_IO_THREADS) {
      throw ConfigException.ofKey("ioThreads", "expected 0 to " + MAX_IO_THREADS + ", got " + ioThreads);
    }
    if (!Double.isFinite(bypassSeconds) || bypassSeconds < 0) {
      throw ConfigException.ofKey("bypassSeconds", "expected a number of seconds, 0 or more, got " + bypassSeconds);
    }
  }

  /**
   * Returns the configuration of an agent that carries a slice of its site, with ports of its own. It has the links' whole capacities,
   * since it may carry all of a bundle.
   *
   * @param slice the number of the slice, from 0
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

  /** Returns the identity of the agent. */
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

  /** Returns the capabilities of the agent: those that its configuration gives it, and those of all agents. */
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
