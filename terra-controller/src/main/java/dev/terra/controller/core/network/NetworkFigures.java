package dev.terra.controller.core.network;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.OptionalInt;

/**
 * The present state of a network driver.
 *
 * @param mode the name of the driver
 * @param tunnels the tunnels by path, as far as there is anything to report
 * @param switches the switch or router of each site
 * @param problem why the driver is limited; empty if nothing is wrong
 */
public record NetworkFigures(
    String mode, ImmutableMap<Path, Tunnel> tunnels, ImmutableMap<SiteId, SwitchFigures> switches, String problem) {
  /**
   * The state of a tunnel in the network.
   *
   * @param label the label in the tunnel's ports, if the network routes the tunnel
   * @param problem why the network does not route the tunnel; empty if it does, or need not
   */
  public record Tunnel(OptionalInt label, String problem) {}

  /**
   * The state of a site's switch or router.
   *
   * @param rules how many rules of tunnels it has
   * @param queued how many of these rules send packets to queues of latency classes
   * @param groups how many fast failover groups it has
   * @param problem why it lacks some of them; empty if it has all
   */
  public record SwitchFigures(int rules, int queued, int groups, String problem) {
    /** Returns the state of a switch in a network that needs no groups. */
    public static SwitchFigures of(int rules) {
      return new SwitchFigures(rules, 0, 0, "");
    }
  }
}
