package dev.terra.schedule.policy.terra;

/**
 * How long the paths of a plan may be. A long detour takes from those that wait on many links what it gives on one, so it pays while
 * links are idle and costs while they are not. What plans leave is filled over all paths in any case.
 */
enum DetourLimit {
  /** Every path of the set. */
  ANY(Integer.MAX_VALUE),
  /** Paths of at most one link more than the first. */
  SHORT(1),
  /** Paths as short as the first. */
  NONE(0);

  private final int extraLinks;

  DetourLimit(int extraLinks) {
    this.extraLinks = extraLinks;
  }

  /** Links more than a bundle's first path that a path may have. */
  int extraLinks() {
    return extraLinks;
  }
}
