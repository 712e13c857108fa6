package dev.terra.controller.core.capacity;

import java.util.HashMap;
import java.util.Map;

/**
 * What schedules have granted on links, or on paths, of late: agents follow some moments after a change, so what counts for an interval is
 * the least that was granted in it and shortly before. Rates are payload bytes/s. Pure.
 *
 * @param <K> links or paths
 */
final class Grants<K> {
  /** An epoch is with its agents, and in their pacers, by then. */
  static final long FOLLOWED_NANOS = 250_000_000;
  /** Each round gives slightly other rates: those are no change. */
  private static final double SAME = 0.05;

  private record Grant(double bytesPerSecond, double beforeBytesPerSecond, long changedNanos) {}

  private final Map<K, Grant> grants = new HashMap<>();

  /** A round has granted so much on each; nothing on those that are missing. */
  void granted(Map<K, Long> bytesPerSecond, long nowNanos) {
    grants.keySet().stream().filter(link -> !bytesPerSecond.containsKey(link)).toList().forEach(link -> granted(link, 0, nowNanos));
    bytesPerSecond.forEach((link, rate) -> granted(link, rate, nowNanos));
  }

  private void granted(K link, double rate, long nowNanos) {
    Grant before = grants.getOrDefault(link, new Grant(0, 0, nowNanos));
    boolean same = Math.abs(rate - before.bytesPerSecond) <= SAME * before.bytesPerSecond;
    grants.put(link, same ? new Grant(rate, before.beforeBytesPerSecond, before.changedNanos)
        : new Grant(rate, before.bytesPerSecond, nowNanos));
  }

  /** The least that was granted since a moment. */
  double leastSince(K link, long nanos) {
    Grant grant = grants.get(link);
    if (grant == null) {
      return 0;
    }
    boolean changed = grant.changedNanos + FOLLOWED_NANOS > nanos;
    return changed ? Math.min(grant.bytesPerSecond, grant.beforeBytesPerSecond) : grant.bytesPerSecond;
  }
}
