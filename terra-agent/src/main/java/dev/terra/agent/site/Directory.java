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
 * Which handlers of other sites live, as their agents say. Ages are counted on by this host's monotonic clock; clocks are
 * never compared. On the agent's thread.
 */
final class Directory {
  /** Handlers of one site that are listened to; a larger site has several agents. */
  private static final int MAX_HANDLERS = 10_000;

  /**
   * A handler that others may be sent to.
   *
   * @param shuffleName by which, if its shuffle port speaks TLS; else empty
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

  /** Replaces what an agent said of the handlers of its site. */
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

  /** The handler at an address of a site, if its lease is fresh. */
  Optional<Lease> fresh(SiteId site, String ip, long nowNanos) {
    return bySite.getOrDefault(site, Map.of()).values().stream()
        .map(said -> said.get(ip))
        .filter(entry -> entry != null && entry.isFresh(nowNanos))
        .map(Entry::lease).findFirst();
  }
}
