package dev.terra.controller.core;

import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;

/** Paths as agents and people are told them. */
final class PathMessages {
  private PathMessages() {}

  static WanPath of(Path path) {
    return WanPath.newBuilder().addAllSites(path.sites().stream().map(SiteId::name).toList()).build();
  }
}
