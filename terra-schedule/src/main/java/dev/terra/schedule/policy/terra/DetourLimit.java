package dev.terra.schedule.policy.terra;

/**
 * How long the paths of a plan may be. A long detour takes capacity on many links from waiting shuffles, and gives it to its own shuffle on
 * one path. So it pays while links are idle, and costs otherwise. What plans leave is filled over all paths in any case.
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

  /** Returns how many links more than a bundle's first path a path may have. */
  int extraLinks() {
    return extraLinks;
  }
}
