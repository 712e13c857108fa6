package dev.terra.core.wan;

import com.google.common.collect.ImmutableList;

/** A link that a user named: one of its directions, or both. */
public record LinkChoice(LinkId link, boolean bothDirections) {
  /** Returns the directions that are named; the one that was written first comes first. */
  public ImmutableList<LinkId> links() {
    return bothDirections ? ImmutableList.of(link, link.reversed()) : ImmutableList.of(link);
  }

  @Override
  public String toString() {
    return bothDirections ? WrittenSites.bothWays(link.from(), link.to()) : link.toString();
  }
}
