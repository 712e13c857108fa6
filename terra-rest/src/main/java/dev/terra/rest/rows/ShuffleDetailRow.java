package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;

/** A shuffle with all its parts. */
@Doc("A shuffle with its bundles, and how it grew.")
public record ShuffleDetailRow(
    @Doc("The shuffle.") ShuffleRow shuffle,
    @Doc("Its bundles.") List<BundleRow> bundleList,
    @Doc("How what Terra carries of it grew, oldest first.") List<GrowthRow> growth) {

  /** A step of growth. */
  @Doc("So many bytes more from one site to another.")
  public record GrowthRow(
      @Doc("When.") Instant at,
      @Doc("From this site.") String from,
      @Doc("To this site.") String to,
      @Doc("How much.") long bytes) {}
}
