package dev.terra.core.residency;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.SiteId;

/**
 * Where the bytes of a queue may be.
 *
 * @param within the only sites; none: all
 * @param never sites that are ruled out besides
 * @param refusesStock whether a fetch fails where only the stock path is left, whose route is not Terra's
 */
public record ResidencyRule(ImmutableSet<SiteId> within, ImmutableSet<SiteId> never, boolean refusesStock) {
  /** Checks that it rules something. */
  public ResidencyRule {
    if (within.isEmpty() && never.isEmpty()) {
      throw new IllegalArgumentException("expected 'within' or 'never' with at least one site");
    }
  }

  /** A rule that leaves the stock path to what has no other. */
  public ResidencyRule(ImmutableSet<SiteId> within, ImmutableSet<SiteId> never) {
    this(within, never, false);
  }

  /** Whether bytes may be at a site. */
  public boolean allows(SiteId site) {
    return (within.isEmpty() || within.contains(site)) && !never.contains(site);
  }
}
