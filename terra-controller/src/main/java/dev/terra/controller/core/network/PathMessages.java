package dev.terra.controller.core.network;

import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;

/** Paths in messages to agents and in texts for operators. */
public final class PathMessages {
  private PathMessages() {}

  public static WanPath of(Path path) {
    return WanPath.newBuilder().addAllSites(path.sites().stream().map(SiteId::name).toList()).build();
  }
}
