package dev.terra.schedule.path;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;

/**
 * What the operator allows.
 *
 * @param maxPaths the most paths between two sites, 1 to {@link #MAX_PATHS}
 * @param everyPath whether the solvers may add further simple paths until none would help; {@code maxPaths} then only says with
 *     how many they start. Exact, and meant for small WANs: each program is solved several times
 * @param forbiddenLinks directed links that no path may use
 * @param forbiddenPaths whole paths that are not to be used
 */
public record PathRules(
    int maxPaths, boolean everyPath, ImmutableSet<LinkId> forbiddenLinks, ImmutableSet<Path> forbiddenPaths) {
  /** Diverse paths beyond the tenth add little on the WANs in topologies/. */
  public static final int DEFAULT_PATHS = 10;
  /** Each path costs a tunnel for every ordered pair of sites: more than this is a mistake. */
  public static final int MAX_PATHS = 64;

  /** Checks the range. */
  public PathRules {
    if (maxPaths < 1 || maxPaths > MAX_PATHS) {
      throw new IllegalArgumentException("the number of paths per pair is 1 to " + MAX_PATHS + ", got " + maxPaths);
    }
  }

  /** Ten diverse paths per pair, nothing forbidden. */
  public static PathRules defaults() {
    return atMost(DEFAULT_PATHS);
  }

  /** At most so many paths per pair, nothing forbidden. */
  public static PathRules atMost(int maxPaths) {
    return new PathRules(maxPaths, false, ImmutableSet.of(), ImmutableSet.of());
  }

  /** All simple paths, nothing forbidden. */
  public static PathRules unrestricted() {
    return new PathRules(DEFAULT_PATHS, true, ImmutableSet.of(), ImmutableSet.of());
  }
}
