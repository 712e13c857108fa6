package dev.terra.controller.core.network;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;

/**
 * What a controller knows of the network when it starts.
 *
 * @param wan all links up, with nominal capacities (IP bytes/s)
 * @param use how much of that is planned
 * @param rules forbidden links and paths, and how many paths there are between two sites
 * @param paths the path sets under these and later rules
 * @param driver how tunnels follow their paths
 */
public record NetworkSettings(Wan wan, CapacityUse use, PathRules rules, PathSource paths, NetworkDriver driver) {
  /** The nominal WAN with the payload bytes per second that may be planned on each link and of each cap. */
  public Wan planned() {
    return wan.times(use.planEfficiency());
  }
}
