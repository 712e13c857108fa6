package dev.terra.agent.receive;

import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which bundles have announced more than has come: counted as segments change, since there may be very many. On the agent's
 * thread.
 */
final class Expected {
  private record Ref(SiteId site, String job) {}

  private final Set<InSegment> incomplete = new HashSet<>();
  private final Map<Ref, Integer> counts = new HashMap<>();

  /** Takes note of how a segment is now. */
  void update(InSegment segment) {
    if (segment.described() && !segment.complete()) {
      if (incomplete.add(segment)) {
        counts.merge(refOf(segment), 1, Integer::sum);
      }
    } else {
      remove(segment);
    }
  }

  /** Nothing more of a segment is expected. */
  void remove(InSegment segment) {
    if (incomplete.remove(segment)) {
      counts.computeIfPresent(refOf(segment), (ref, count) -> count == 1 ? null : count - 1);
    }
  }

  private static Ref refOf(InSegment segment) {
    return new Ref(segment.source(), segment.key().job());
  }

  /** The sites and jobs of which more is to come. */
  Map<SiteId, Set<String>> bundles() {
    Map<SiteId, Set<String>> result = new HashMap<>();
    counts.keySet().forEach(ref -> result.computeIfAbsent(ref.site, site -> new HashSet<>()).add(ref.job));
    return result;
  }
}
