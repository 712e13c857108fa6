package dev.terra.network.rules;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.SiteId;

/**
 * What a switch does with a rule's packets. Immutable.
 *
 * @param next the site to which they go on; the switch's own site: to its host
 * @param detours where they go while there is no signal towards it, the first that has one; empty: they are dropped then
 */
public record Hop(SiteId next, ImmutableList<Detour> detours) {
  /** A hop without a detour. */
  public static Hop plain(SiteId next) {
    return new Hop(next, ImmutableList.of());
  }

  /** Whether it has no detour. */
  public boolean isPlain() {
    return detours.isEmpty();
  }
}
