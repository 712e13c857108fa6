package dev.terra.controller.core.capacity;

import java.util.HashMap;
import java.util.Map;

/**
 * What recent schedules have granted on links or paths. Agents apply a schedule some moments after it was made. So an interval counts with
 * the least that was granted in it and shortly before. Rates are payload bytes/s. This class reads no clock.
 *
 * @param <K> links or paths
 */
final class Grants<K> {
  /** The time within which an epoch has reached its agents and their pacers. */
  static final long FOLLOWED_NANOS = 250_000_000;
  /** The largest relative difference that is no change, since each round grants slightly different rates. */
  private static final double SAME = 0.05;

  private record Grant(double bytesPerSecond, double beforeBytesPerSecond, long changedNanos) {}

  private final Map<K, Grant> grants = new HashMap<>();

  /** Notes what a round has granted on each link or path. Nothing is granted on those that are missing. */
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

  /** Returns the least rate that was granted since a moment. */
  double leastSince(K link, long nanos) {
    Grant grant = grants.get(link);
    if (grant == null) {
      return 0;
    }
    boolean changed = grant.changedNanos + FOLLOWED_NANOS > nanos;
    return changed ? Math.min(grant.bytesPerSecond, grant.beforeBytesPerSecond) : grant.bytesPerSecond;
  }
}
