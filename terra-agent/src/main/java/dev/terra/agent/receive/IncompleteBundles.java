package dev.terra.agent.receive;

import dev.terra.core.shuffle.BundleId;
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
  private final SiteId site;
  private final Set<InSegment> incomplete = new HashSet<>();
  private final Map<BundleId, Integer> counts = new HashMap<>();
  private final Set<BundleId> stirred = new HashSet<>();

  /** The bundles to a site. */
  IncompleteBundles(SiteId site) {
    this.site = site;
  }

  /** Takes note of how a segment is now. */
  void update(InSegment segment) {
    if (segment.described() && !segment.complete()) {
      if (incomplete.add(segment)) {
        counts.merge(bundleOf(segment), 1, Integer::sum);
      }
    } else {
      remove(segment);
    }
  }

  /** Nothing more of a segment is expected. */
  void remove(InSegment segment) {
    if (incomplete.remove(segment)) {
      counts.computeIfPresent(bundleOf(segment), (bundle, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Its sender uses the credit that it has, or looks for more. */
  void stir(InSegment segment) {
    stirred.add(bundleOf(segment));
  }

  private BundleId bundleOf(InSegment segment) {
    return new BundleId(segment.key().shuffle(), segment.source(), site);
  }

  /**
   * The bundles of which more is to come, and which of them have stirred since the last call.
   *
   * @param takesMore whether a site may push ahead more segments
   */
  List<ExpectedBundle> takeBundles(Predicate<SiteId> takesMore) {
    List<ExpectedBundle> result = counts.keySet().stream()
        .map(bundle -> new ExpectedBundle(bundle, stirred.contains(bundle), takesMore.test(bundle.from()))).toList();
    stirred.clear();
    return result;
  }
}
