package dev.terra.agent.receive;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which bundles have announced more than has come: counted as segments change, since there may be very many. On the agent's
 * thread.
 */
final class IncompleteBundles {
  private record Ref(SiteId site, ShuffleId shuffle) {}

  private final Set<InSegment> incomplete = new HashSet<>();
  private final Map<Ref, Integer> counts = new HashMap<>();
  private final Set<Ref> stirred = new HashSet<>();

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

  /** Its sender uses the credit that it has, or looks for more. */
  void stir(InSegment segment) {
    stirred.add(refOf(segment));
  }

  private static Ref refOf(InSegment segment) {
    return new Ref(segment.source(), segment.key().shuffle());
  }

  /**
   * The bundles of which more is to come, and which of them have stirred since the last call.
   *
   * @param takesMore whether a site may push ahead more segments
   */
  List<ExpectedBundle> takeBundles(Predicate<SiteId> takesMore) {
    List<ExpectedBundle> result = counts.keySet().stream()
        .map(ref -> new ExpectedBundle(ref.site, ref.shuffle, stirred.contains(ref), takesMore.test(ref.site))).toList();
    stirred.clear();
    return result;
  }
}
