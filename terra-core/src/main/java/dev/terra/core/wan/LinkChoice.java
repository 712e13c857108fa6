package dev.terra.core.wan;

import com.google.common.collect.ImmutableList;

/** A named link: one direction of it, or both. */
public record LinkChoice(LinkId link, boolean bothDirections) {
  /** What it names, the direction that was written first. */
  public ImmutableList<LinkId> links() {
    return bothDirections ? ImmutableList.of(link, link.reversed()) : ImmutableList.of(link);
  }

  @Override
  public String toString() {
    return bothDirections ? WrittenSites.bothWays(link.from(), link.to()) : link.toString();
  }
}
