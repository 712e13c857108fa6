package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.ActiveShuffle;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/** The last plans of active shuffles for one purpose, by the longest paths that they may use. */
final class PlanCaches {
  private final boolean kept;
  private final Map<ActiveShuffle, Map<DetourLimit, PlanCache>> byShuffle = new HashMap<>();

  /** Makes caches that are kept, or that are always empty. */
  PlanCaches(boolean kept) {
    this.kept = kept;
  }

  /** Returns the cache of a shuffle's plan with paths of at most this length. */
  PlanCache of(ActiveShuffle shuffle, DetourLimit longest) {
    return !kept ? new PlanCache() : byShuffle.computeIfAbsent(shuffle, any -> new EnumMap<>(DetourLimit.class))
        .computeIfAbsent(longest, any -> new PlanCache());
  }

  /** Drops the plans of all other shuffles. */
  void retain(Collection<ActiveShuffle> shuffles) {
    if (!byShuffle.isEmpty()) {
      byShuffle.keySet().retainAll(new HashSet<>(shuffles));
    }
  }
}
