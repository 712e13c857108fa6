package dev.terra.rest.whatif;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The changes of a what-if request. */
@Body
@Doc("The changes to compare with; what is left out stays as it is.")
public record WhatIfRequest(
    @Doc(value = "Links to remove: NY:LA is one direction, NY::LA both.", nullable = true, most = 1000)
        List<String> removeLinks,
    @Doc(value = "Sites to remove, with all their links.", nullable = true, most = 1000) List<String> removeSites,
    @Doc(value = "New sites, which new links may join.", nullable = true, most = 100) List<String> addSites,
    @Doc(value = "New links.", nullable = true, most = 1000) List<NewLink> addLinks,
    @Doc(value = "Other capacities.", nullable = true, most = 1000) List<NewCapacity> capacities,
    @Doc(value = "Another number of paths for each ordered pair of sites.", nullable = true, min = 1, max = 64)
        @Nullable Integer pathsPerPair) {
  /** Replaces missing lists by empty ones. The number of paths may be null. */
  public WhatIfRequest {
    removeLinks = Objects.requireNonNullElse(removeLinks, List.of());
    removeSites = Objects.requireNonNullElse(removeSites, List.of());
    addSites = Objects.requireNonNullElse(addSites, List.of());
    addLinks = Objects.requireNonNullElse(addLinks, List.of());
    capacities = Objects.requireNonNullElse(capacities, List.of());
  }

  /** A link that does not exist yet. */
  @Body
  @Doc("A new link.")
  public record NewLink(
      @Doc(value = "The link: NY:LA is one direction, NY::LA both.", most = 256) String link,
      @Doc(value = "Its capacity, IP bytes/s.", min = 1, max = 1e13) double capacityBytesPerSecond,
      @Doc(value = "The latency in one direction; 0 if left out.", nullable = true, min = 0, max = 60_000)
          @Nullable Double latencyMillis) {}

  /** Another capacity of a link. */
  @Body
  @Doc("Another capacity of a link.")
  public record NewCapacity(
      @Doc(value = "The link: NY:LA is one direction, NY::LA both.", most = 256) String link,
      @Doc(value = "The new capacity, IP bytes/s.", min = 1, max = 1e13) double bytesPerSecond) {}
}
