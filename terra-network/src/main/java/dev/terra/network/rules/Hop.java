package dev.terra.network.rules;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.SiteId;

/**
 * The action of a switch on a rule's packets. It is immutable.
 *
 * @param next the site to which the packets are sent; the switch's own site stands for its host
 * @param detours the ways of the packets while the port to that site has no signal, of which the first with a signal is used; if empty,
 *     the packets are dropped then
 */
public record Hop(SiteId next, ImmutableList<Detour> detours) {
  /** Returns a hop without detours. */
  public static Hop plain(SiteId next) {
    return new Hop(next, ImmutableList.of());
  }

  /** Returns whether the hop has no detours. */
  public boolean isPlain() {
    return detours.isEmpty();
  }
}
