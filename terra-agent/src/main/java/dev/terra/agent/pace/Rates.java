package dev.terra.agent.pace;

import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Set;

/** How fast a bundle may go on each of its live paths, in bytes per second of payload, and whether its chunks may be compressed. */
public interface Rates {
  /** What a waiting reader gets at most where the schedule gives it nothing: a response that is held blocks its reducer. */
  double FLOOR_BYTES_PER_SECOND = 64 << 10;

  /**
   * The bundle whose rates are wanted, and what they depend on.
   *
   * @param livePaths the paths of the tunnels to the bundle's site that are up and still planned; as they are now, not to be kept
   * @param bundlesToSite how many bundles with something to send share them, at least 1
   * @param waitedForBytes how many of its bytes readers wait for
   */
  record Question(BundleId bundle, Set<Path> livePaths, int bundlesToSite, long waitedForBytes) {}

  /** Rates by path; 0 where a path is missing. */
  Map<Path, Double> of(Question question);

  /** Rates by path of a bundle of small fetches, which go ahead of bulk. */
  default Map<Path, Double> ofSmall(Question question) {
    return of(question);
  }

  /**
   * What the schedule gives all bundles to a site together, by path, whether or not they have anything left to send: what they do not use,
   * others to that site may. Empty while no controller schedules.
   */
  default Map<Path, Double> scheduled(SiteId to) {
    return Map.of();
  }

  /** Whether chunks of a shuffle may be compressed. */
  default boolean mayCompress(ShuffleId shuffle) {
    return true;
  }

  /** The paths among some that a bundle may take; the same object if it may take all. */
  default Set<Path> allowed(BundleId bundle, Set<Path> paths) {
    return paths;
  }

  /** What a bundle with a waiting reader gets on its best path while {@link #of} gives it nothing on any: above 0. */
  default double floor(Question question) {
    return FLOOR_BYTES_PER_SECOND;
  }
}
