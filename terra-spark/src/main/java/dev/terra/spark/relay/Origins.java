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

/** Which address the hosts of shuffle blocks have, by a resolver that may block. Thread-safe. */
final class Origins {
  /** Hosts of a cluster. Above that all are looked up anew. */
  private static final int MAX_HOSTS = 20_000;
  /** Names that wait for the resolver: it may need seconds for one. */
  private static final int MOST_WAITING = 1_024;

  private final AgentLinks agents;
  private final Executor resolver;
  private final Map<String, InetAddress> addresses = new ConcurrentHashMap<>();
  private final PeerShares waiting = PeerShares.of(MOST_WAITING);

  /** Knows no host yet. */
  Origins(AgentLinks agents, Executor resolver) {
    this.agents = agents;
    this.resolver = resolver;
  }

  /** Gives an application a host's address; empty if there is none, or too many wait. On any thread, at once if the address is known. */
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

  /** Whether an address belongs to another site; empty while no agent has told of sites. */
  Optional<Boolean> isElsewhere(InetAddress address) {
    return agents.sites().map(sites -> isElsewhere(sites, address));
  }

  private static boolean isElsewhere(SiteMap sites, InetAddress address) {
    return sites.siteOf(address).filter(site -> !site.equals(sites.ownSite())).isPresent();
  }
}
