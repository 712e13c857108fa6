package dev.terra.schedule.path;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import org.jspecify.annotations.Nullable;

/**
 * Which paths a bundle may take, among those that the operator allows for all bundles.
 *
 * @param avoided sites that no path may visit, not even as an end
 * @param only the paths that may be used; null where all may be used
 */
public record PathLimit(ImmutableSet<SiteId> avoided, @Nullable ImmutableSet<Path> only) {
  /** The limit that allows every path. */
  public static final PathLimit NONE = new PathLimit(ImmutableSet.of(), null);

  /** Returns whether a bundle may take a path. */
  public boolean allows(Path path) {
    return (only == null || only.contains(path)) && path.sites().stream().noneMatch(avoided::contains);
  }

  /** Returns this limit with {@code paths} as the only paths. */
  public PathLimit withOnly(ImmutableSet<Path> paths) {
    return new PathLimit(avoided, paths);
  }
}
