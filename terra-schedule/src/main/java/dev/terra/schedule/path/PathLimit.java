package dev.terra.schedule.path;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import org.jspecify.annotations.Nullable;

/**
 * Which paths a bundle may take, within those that the operator allows to all.
 *
 * @param avoided sites that no path may pass, its ends included
 * @param only the paths that may be used; null where all may
 */
public record PathLimit(ImmutableSet<SiteId> avoided, @Nullable ImmutableSet<Path> only) {
  /** Every path. */
  public static final PathLimit NONE = new PathLimit(ImmutableSet.of(), null);

  /** Whether a bundle may take a path. */
  public boolean allows(Path path) {
    return (only == null || only.contains(path)) && path.sites().stream().noneMatch(avoided::contains);
  }

  /** This limit, with these paths only. */
  public PathLimit withOnly(ImmutableSet<Path> paths) {
    return new PathLimit(avoided, paths);
  }
}
