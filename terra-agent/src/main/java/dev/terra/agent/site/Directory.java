package dev.terra.agent.site;

import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.HandlerLease;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Which handlers of other sites live, as their agents say. Ages are counted on by this host's monotonic clock; clocks are
 * never compared. On the agent's thread.
 */
final class Directory {
  /** Handlers of one site that are listened to; a larger site has several agents. */
  private static final int MAX_HANDLERS = 10_000;

  private record Entry(int shufflePort, long heardNanos) {}

  private final Map<SiteId, Map<String, Entry>> bySite = new HashMap<>();

  /** Replaces what is known of a site. */
  void update(SiteId site, HandlerDirectory directory, long nowNanos) {
    Map<String, Entry> entries = new HashMap<>();
    for (HandlerLease lease : directory.getHandlersList().subList(0, Math.min(MAX_HANDLERS, directory.getHandlersCount()))) {
      long ageMillis = Math.max(0, lease.getAgeMillis());
      entries.put(lease.getIp(), new Entry(lease.getShufflePort(), nowNanos - TimeUnit.MILLISECONDS.toNanos(ageMillis)));
    }
    bySite.put(site, entries);
  }

  /** The shuffle port of the handler at an address of a site, if its lease is fresh. */
  OptionalInt freshPort(SiteId site, String ip, long nowNanos) {
    Entry entry = bySite.getOrDefault(site, Map.of()).get(ip);
    return entry != null && nowNanos - entry.heardNanos <= Handlers.LEASE_NANOS
        ? OptionalInt.of(entry.shufflePort) : OptionalInt.empty();
  }
}
