package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.SiteId;

/**
 * A step in the growth of a shuffle's matrix.
 *
 * @param atSeconds when it happened, in seconds since the controller started
 * @param added the bytes that the step added to each bundle
 */
public record GrowthFigures(double atSeconds, ImmutableList<AddedBytes> added) {
  /** The bytes that a step added from one site to another. */
  public record AddedBytes(SiteId from, SiteId to, long bytes) {}
}
