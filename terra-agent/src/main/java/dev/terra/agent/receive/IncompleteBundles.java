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
 * The bundles that have announced more than has arrived. They are counted as segments change, since there may be very many segments. It is
 * used on the agent's thread only.
 */
final class IncompleteBundles {
  private final SiteId site;
  private final Set<InSegment> incomplete = new HashSet<>();
  private final Map<BundleId, Integer> counts = new HashMap<>();
  private final Set<BundleId> stirred = new HashSet<>();

  /** Creates an empty set of bundles to a site. */
  IncompleteBundles(SiteId site) {
    this.site = site;
  }

  /** Records the present state of a segment. */
  void update(InSegment segment) {
    if (segment.described() && !segment.complete()) {
      if (incomplete.add(segment)) {
        counts.merge(bundleOf(segment), 1, Integer::sum);
      }
    } else {
      remove(segment);
    }
  }

  /** Removes a segment of which nothing more is expected. */
  void remove(InSegment segment) {
    if (incomplete.remove(segment)) {
      counts.computeIfPresent(bundleOf(segment), (bundle, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Records that a segment's bundle is active: its sender uses the credit that it has, or needs more. */
  void stir(InSegment segment) {
    stirred.add(bundleOf(segment));
  }

  private BundleId bundleOf(InSegment segment) {
    return new BundleId(segment.key().shuffle(), segment.source(), site);
  }

  /**
   * Returns the bundles of which more is to arrive, and whether each has been active since the last call.
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
