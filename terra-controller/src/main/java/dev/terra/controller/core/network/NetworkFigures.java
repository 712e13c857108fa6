package dev.terra.controller.core.network;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.OptionalInt;

/**
 * What a network driver does at present.
 *
 * @param mode its name
 * @param tunnels by path, as far as there is anything to say
 * @param switches by site, its switch or router
 * @param problem why it cannot do more; empty: nothing is wrong
 */
public record NetworkFigures(
    String mode, ImmutableMap<Path, Tunnel> tunnels, ImmutableMap<SiteId, SwitchFigures> switches, String problem) {
  /**
   * A tunnel.
   *
   * @param label in its ports, if the network routes it
   * @param problem why the network does not route it; empty: it does, or need not
   */
  public record Tunnel(OptionalInt label, String problem) {}

  /**
   * A site's switch or router.
   *
   * @param rules how many rules of tunnels it has
   * @param queued how many of them send packets to queues of latency classes
   * @param groups how many fast failover groups
   * @param problem why it has not all of them; empty: it has
   */
  public record SwitchFigures(int rules, int queued, int groups, String problem) {
    /** A network that needs no groups. */
    public static SwitchFigures of(int rules) {
      return new SwitchFigures(rules, 0, 0, "");
    }
  }
}
