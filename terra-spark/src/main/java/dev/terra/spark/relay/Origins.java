package dev.terra.spark.relay;

import dev.terra.node.agent.AgentLinks;
import dev.terra.node.limit.PeerShares;
import dev.terra.node.site.SiteMap;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** The addresses of the hosts of shuffle blocks, found by a resolver that may block. It is thread-safe. */
final class Origins {
  /** The most hosts that are kept; above this number, all entries are dropped. */
  private static final int MAX_HOSTS = 20_000;
  /** The most names that wait for the resolver, which may need seconds for a name. */
  private static final int MOST_WAITING = 1_024;

  private final AgentLinks agents;
  private final Executor resolver;
  private final Map<String, InetAddress> addresses = new ConcurrentHashMap<>();
  private final PeerShares waiting = PeerShares.of(MOST_WAITING);

  /** Makes an instance without hosts. */
  Origins(AgentLinks agents, Executor resolver) {
    this.agents = agents;
    this.resolver = resolver;
  }

  /**
   * Passes a host's address to {@code then}; empty if there is none, or if too many names wait. It is called on any thread, and at once if
   * the address is known.
   */
  void resolve(String application, String host, Consumer<Optional<InetAddress>> then) {
    InetAddress known = addresses.get(host);
    if (known != null) {
      then.accept(Optional.of(known));
      return;
    }
    if (!waiting.take(application)) {
      then.accept(Optional.empty());
      return;
    }
    try {
      resolver.execute(() -> {
        waiting.give(application);
        then.accept(lookUp(host));
      });
    } catch (RejectedExecutionException e) {
      waiting.give(application);
      then.accept(Optional.empty());
    }
  }

  private Optional<InetAddress> lookUp(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      if (addresses.size() >= MAX_HOSTS) {
        addresses.clear();
      }
      addresses.put(host, address);
      return Optional.of(address);
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /** Returns whether an address belongs to another site; empty while no agent has sent the sites. */
  Optional<Boolean> isElsewhere(InetAddress address) {
    return agents.sites().map(sites -> isElsewhere(sites, address));
  }

  private static boolean isElsewhere(SiteMap sites, InetAddress address) {
    return sites.siteOf(address).filter(site -> !site.equals(sites.ownSite())).isPresent();
  }
}
