package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.SiteId;

/**
 * A step in the growth of a shuffle's matrix.
 *
 * @param atSeconds since the controller started
 * @param added to which bundles, and how much
 */
public record GrowthFigures(double atSeconds, ImmutableList<AddedBytes> added) {
  /** So many bytes more from one site to another. */
  public record AddedBytes(SiteId from, SiteId to, long bytes) {}
}
