package dev.terra.agent.site;

import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.HandlerLease;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The live handlers of other sites, as the agents of these sites report them. An agent reports the age of each lease, and this host's
 * monotonic clock counts on from it, so the clocks of two hosts are never compared. An instance is used on the agent's thread only.
 */
final class Directory {
  /** The most handlers that are kept for one agent. A site with more handlers has several agents. */
  private static final int MAX_HANDLERS = 10_000;

  /**
   * The lease of a handler to which readers may be redirected.
   *
   * @param shuffleName the name for redirects if the handler's shuffle port uses TLS; otherwise empty
   */
  record Lease(int shufflePort, String shuffleName) {
    static Lease of(HandlerLease said) {
      return new Lease(said.getShufflePort(), said.getShuffleName());
    }
  }

  private record Entry(Lease lease, long heardNanos) {
    boolean isFresh(long nowNanos) {
      return nowNanos - heardNanos <= Handlers.LEASE_NANOS;
    }
  }

  private final Map<SiteId, Map<AgentId, Map<String, Entry>>> bySite = new HashMap<>();

  /** Replaces what an agent has reported of the handlers of its site. */
  void update(AgentId agent, HandlerDirectory directory, long nowNanos) {
    Map<String, Entry> entries = new HashMap<>();
    for (HandlerLease lease : directory.getHandlersList().subList(0, Math.min(MAX_HANDLERS, directory.getHandlersCount()))) {
      long ageMillis = Math.max(0, lease.getAgeMillis());
      entries.put(lease.getIp(), new Entry(Lease.of(lease), nowNanos - TimeUnit.MILLISECONDS.toNanos(ageMillis)));
    }
    Map<AgentId, Map<String, Entry>> ofSite = bySite.computeIfAbsent(agent.site(), site -> new HashMap<>());
    ofSite.values().removeIf(said -> said.values().stream().noneMatch(entry -> entry.isFresh(nowNanos)));
    if (ofSite.size() < Slices.MOST || ofSite.containsKey(agent)) {
      ofSite.put(agent, entries);
    }
  }

  /** Returns the lease of the handler at an address of a site, if it is fresh. */
  Optional<Lease> fresh(SiteId site, String ip, long nowNanos) {
    return bySite.getOrDefault(site, Map.of()).values().stream()
        .map(said -> said.get(ip))
        .filter(entry -> entry != null && entry.isFresh(nowNanos))
        .map(Entry::lease).findFirst();
  }
}
