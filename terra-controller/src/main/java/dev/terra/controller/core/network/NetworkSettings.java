package dev.terra.controller.core.network;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import java.util.Optional;

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

  /** The paths under these rules, or others. */
  PlannedPaths planned(PathRules some) {
    return new PlannedPaths(wan, paths.paths(planned(), some));
  }

  /** Where the network has no room for the paths of other rules, which take more of it than those of present ones. From any thread. */
  public Optional<NoRoom> noRoom(PathRules present, PathRules then) {
    return driver.noRoom(() -> planned(present).all(), () -> planned(then).all());
  }
}
