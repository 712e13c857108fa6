package dev.terra.api.wan;

import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;

/** Paths as messages name them: by their sites, source first. */
public final class WanPaths {
  private WanPaths() {}

  /** The message for a path. */
  public static WanPath message(Path path) {
    return WanPath.newBuilder().addAllSites(path.sites().stream().map(SiteId::name).toList()).build();
  }

  /**
   * The path that a message names.
   *
   * @throws IllegalArgumentException if the message names fewer than two sites, a site twice, or something that is no site's name
   */
  public static Path of(WanPath message) {
    return Path.of(message.getSitesList().stream().map(SiteId::new).toList());
  }
}
