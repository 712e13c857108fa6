package dev.terra.agent.pace;

import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Set;

/** The rates of a bundle on each of its live paths, in bytes per second of payload, and whether its chunks may be compressed. */
public interface Rates {
  /**
   * The most that a bundle with a waiting reader gets where the schedule gives it nothing. A response that is held back blocks its reducer.
   */
  double FLOOR_BYTES_PER_SECOND = 64 << 10;

  /**
   * The bundle whose rates are requested, and the circumstances on which they depend.
   *
   * @param livePaths the paths of the tunnels to the bundle's site that are up and still planned; the set changes later, and must not be
   *     kept
   * @param bundlesToSite the number of bundles with something to send that share the paths, at least 1
   * @param waitedForBytes the number of the bundle's bytes for which readers wait
   */
  record Question(BundleId bundle, Set<Path> livePaths, int bundlesToSite, long waitedForBytes) {}

  /** Returns the rates by path; 0 where a path is missing. */
  Map<Path, Double> of(Question question);

  /** Returns the rates by path of a bundle of small fetches, which go ahead of bulk. */
  default Map<Path, Double> ofSmall(Question question) {
    return of(question);
  }

  /**
   * Returns what the schedule gives all bundles to a site together, by path, whether or not they have anything left to send. What they do
   * not use, other bundles to that site may use. The map is empty while no controller schedules.
   */
  default Map<Path, Double> scheduled(SiteId to) {
    return Map.of();
  }

  /** Returns whether chunks of a shuffle may be compressed. */
  default boolean mayCompress(ShuffleId shuffle) {
    return true;
  }

  /** Returns those of the given paths that a bundle may take; the same object if it may take all. */
  default Set<Path> allowed(BundleId bundle, Set<Path> paths) {
    return paths;
  }

  /** Returns the rate, above 0, that a bundle with a waiting reader gets on its best path while {@link #of} gives it nothing on any. */
  default double floor(Question question) {
    return FLOOR_BYTES_PER_SECOND;
  }
}
