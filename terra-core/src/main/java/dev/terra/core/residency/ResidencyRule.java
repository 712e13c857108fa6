package dev.terra.core.residency;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.SiteId;

/**
 * The rule for the sites at which bytes of a queue may be.
 *
 * @param within the only sites that are allowed; if empty, all sites are
 * @param never sites that are excluded in addition
 * @param refusesStock true if a fetch fails when only the stock path is left, since Terra does not choose its route
 */
public record ResidencyRule(ImmutableSet<SiteId> within, ImmutableSet<SiteId> never, boolean refusesStock) {
  /** Checks that the rule names at least one site. */
  public ResidencyRule {
    if (within.isEmpty() && never.isEmpty()) {
      throw new IllegalArgumentException("expected 'within' or 'never' with at least one site");
    }
  }

  /** Creates a rule by which bytes without another path may take the stock path. */
  public ResidencyRule(ImmutableSet<SiteId> within, ImmutableSet<SiteId> never) {
    this(within, never, false);
  }

  /** Returns whether bytes may be at a site. */
  public boolean allows(SiteId site) {
    return (within.isEmpty() || within.contains(site)) && !never.contains(site);
  }
}
