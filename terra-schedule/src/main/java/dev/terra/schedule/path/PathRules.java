package dev.terra.schedule.path;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;

/**
 * Which paths the operator allows.
 *
 * @param maxPaths the most paths between two sites, 1 to {@link #MAX_PATHS}
 * @param everyPath whether the solvers may add further simple paths until none would help; {@code maxPaths} is then only the number of
 *     paths with which they start. This is exact, and meant for small WANs: each program is solved several times
 * @param forbiddenLinks directed links that no path may use
 * @param forbiddenPaths whole paths that must not be used
 */
public record PathRules(
    int maxPaths, boolean everyPath, ImmutableSet<LinkId> forbiddenLinks, ImmutableSet<Path> forbiddenPaths) {
  /** The usual number of paths per pair. Diverse paths beyond the tenth add little on the WANs in topologies/. */
  public static final int DEFAULT_PATHS = 10;
  /** The most paths per pair. Each path costs a tunnel for every ordered pair of sites, so a higher number is a mistake. */
  public static final int MAX_PATHS = 64;

  /** Checks the range. */
  public PathRules {
    if (maxPaths < 1 || maxPaths > MAX_PATHS) {
      throw new IllegalArgumentException("the number of paths per pair is 1 to " + MAX_PATHS + ", got " + maxPaths);
    }
  }

  /** Returns rules with ten diverse paths per pair and nothing forbidden. */
  public static PathRules defaults() {
    return atMost(DEFAULT_PATHS);
  }

  /** Returns rules with at most {@code maxPaths} paths per pair and nothing forbidden. */
  public static PathRules atMost(int maxPaths) {
    return new PathRules(maxPaths, false, ImmutableSet.of(), ImmutableSet.of());
  }

  /** Returns rules that allow all simple paths and forbid nothing. */
  public static PathRules unrestricted() {
    return new PathRules(DEFAULT_PATHS, true, ImmutableSet.of(), ImmutableSet.of());
  }
}
