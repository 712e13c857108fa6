package dev.terra.api.wan;

import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.List;

/** Paths as messages name them: by their sites, source first. */
public final class WanPaths {
  private WanPaths() {}

  /** The message for a path. */
  public static WanPath message(Path path) {
    return WanPath.newBuilder().addAllSites(names(path)).build();
  }

  /** The names of a path's sites, for messages that are about one path alone. */
  public static List<String> names(Path path) {
    return path.sites().stream().map(SiteId::name).toList();
  }

  /**
   * The path that a message names.
   *
   * @throws IllegalArgumentException if the message names fewer than two sites, a site twice, or something that is no site's name
   */
  public static Path of(WanPath message) {
    return ofNames(message.getSitesList());
  }

  /**
   * The path through the sites of these names.
   *
   * @throws IllegalArgumentException as {@link #of} does
   */
  public static Path ofNames(List<String> names) {
    return Path.of(names.stream().map(SiteId::new).toList());
  }
}
