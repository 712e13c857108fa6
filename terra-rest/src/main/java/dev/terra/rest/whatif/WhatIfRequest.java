package dev.terra.rest.whatif;

import dev.terra.rest.api.Body;
import dev.terra.rest.api.Doc;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The changes of a what-if request. */
@Body
@Doc("What would be different; what is left out stays as it is.")
public record WhatIfRequest(
    @Doc(value = "Links that are not there: NY:LA is one direction, NY::LA both.", nullable = true, most = 1000)
        List<String> removeLinks,
    @Doc(value = "Sites that are not there, with all their links.", nullable = true, most = 1000) List<String> removeSites,
    @Doc(value = "New sites, for new links to join.", nullable = true, most = 100) List<String> addSites,
    @Doc(value = "New links.", nullable = true, most = 1000) List<NewLink> addLinks,
    @Doc(value = "Other capacities.", nullable = true, most = 1000) List<NewCapacity> capacities,
    @Doc(value = "Another number of paths between two sites.", nullable = true, min = 1, max = 64) @Nullable Integer pathsPerPair) {
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
  @Doc("A link that there is not yet.")
  public record NewLink(
      @Doc(value = "NY:LA is one direction, NY::LA both.", most = 256) String link,
      @Doc(value = "IP bytes/s.", min = 1, max = 1e13) double capacityBytesPerSecond,
      @Doc(value = "One way; 0 if nothing is said.", nullable = true, min = 0, max = 60_000) @Nullable Double latencyMillis) {}

  /** Another capacity of a link. */
  @Body
  @Doc("Another capacity of a link.")
  public record NewCapacity(
      @Doc(value = "NY:LA is one direction, NY::LA both.", most = 256) String link,
      @Doc(value = "IP bytes/s.", min = 1, max = 1e13) double bytesPerSecond) {}
}
