package dev.terra.api.wan;

import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.List;

/** Converts paths to and from messages, which name a path by its sites, source first. */
public final class WanPaths {
  private WanPaths() {}

  /** Returns the message for a path. */
  public static WanPath message(Path path) {
    return WanPath.newBuilder().addAllSites(names(path)).build();
  }

  /** Returns the names of a path's sites, for messages that are about one path only. */
  public static List<String> names(Path path) {
    return path.sites().stream().map(SiteId::name).toList();
  }

  /**
   * Returns the path that a message names.
   *
   * @throws IllegalArgumentException if the message names fewer than two sites, a site twice, or a name that is not a site's
   */
  public static Path of(WanPath message) {
    return ofNames(message.getSitesList());
  }

  /**
   * Returns the path through the sites with these names.
   *
   * @throws IllegalArgumentException under the same conditions as {@link #of}
   */
  public static Path ofNames(List<String> names) {
    return Path.of(names.stream().map(SiteId::new).toList());
  }
}
