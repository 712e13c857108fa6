package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;

/** A shuffle with all its parts. */
@Doc("A shuffle with its bundles, and how it grew.")
public record ShuffleDetailRow(
    @Doc("The shuffle.") ShuffleRow shuffle,
    @Doc("Its bundles.") List<BundleRow> bundleList,
    @Doc("The growth of the bytes that Terra carries for it, the oldest first.") List<GrowthRow> growth) {

  /** A step of growth. */
  @Doc("An addition to the bytes from one site to another.")
  public record GrowthRow(
      @Doc("When the bytes were added.") Instant at,
      @Doc("The senders' site.") String from,
      @Doc("The receivers' site.") String to,
      @Doc("How many bytes were added.") long bytes) {}
}
