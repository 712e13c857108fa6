package dev.terra.controller.core;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.OptionalInt;

/**
 * What a network driver does at present.
 *
 * @param mode its name
 * @param tunnels by path, as far as there is anything to say
 * @param rules how many rules of tunnels the switch or router of each site has
 * @param problem why it cannot do more; empty: nothing is wrong
 */
public record NetworkFigures(
    String mode, ImmutableMap<Path, Tunnel> tunnels, ImmutableMap<SiteId, Integer> rules, String problem) {
  /**
   * A tunnel.
   *
   * @param label in its ports, if the network routes it
   * @param problem why the network does not route it; empty: it does, or need not
   */
  public record Tunnel(OptionalInt label, String problem) {}
}
