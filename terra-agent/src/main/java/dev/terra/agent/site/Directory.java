package dev.terra.agent.site;

import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.HandlerLease;
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

  /** A handler that others may be sent to. */
  record Lease(int shufflePort, int version) {}

  private record Entry(Lease lease, long heardNanos) {}

  private final Map<SiteId, Map<String, Entry>> bySite = new HashMap<>();

  /** Replaces what is known of a site. */
  void update(SiteId site, HandlerDirectory directory, long nowNanos) {
    Map<String, Entry> entries = new HashMap<>();
    for (HandlerLease lease : directory.getHandlersList().subList(0, Math.min(MAX_HANDLERS, directory.getHandlersCount()))) {
      long ageMillis = Math.max(0, lease.getAgeMillis());
      entries.put(lease.getIp(), new Entry(new Lease(lease.getShufflePort(), lease.getProtocolVersion()),
          nowNanos - TimeUnit.MILLISECONDS.toNanos(ageMillis)));
    }
    bySite.put(site, entries);
  }

  /** The handler at an address of a site, if its lease is fresh. */
  Optional<Lease> fresh(SiteId site, String ip, long nowNanos) {
    Entry entry = bySite.getOrDefault(site, Map.of()).get(ip);
    return entry != null && nowNanos - entry.heardNanos <= Handlers.LEASE_NANOS ? Optional.of(entry.lease) : Optional.empty();
  }
}
