package dev.terra.controller.core.network;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import java.util.Optional;

/**
 * The settings of the network with which a controller starts.
 *
 * @param wan the WAN with all links up and nominal capacities (IP bytes/s)
 * @param use how much of these capacities is planned
 * @param rules forbidden links and paths, and how many paths there are between two sites
 * @param paths computes the path sets under these and later rules
 * @param driver how tunnels follow their paths
 */
public record NetworkSettings(Wan wan, CapacityUse use, PathRules rules, PathSource paths, NetworkDriver driver) {
  /** The nominal WAN with the payload bytes per second that may be planned on each link and within each cap. */
  public Wan planned() {
    return wan.times(use.planEfficiency());
  }

  /** Returns the paths under the given rules. */
  PlannedPaths planned(PathRules some) {
    return new PlannedPaths(wan, paths.paths(planned(), some));
  }

  /**
   * Returns where the network lacks room for the paths of other rules, if these take more of it than the paths of the present rules. This
   * method may be called on any thread.
   */
  public Optional<NoRoom> noRoom(PathRules present, PathRules then) {
    return driver.noRoom(() -> planned(present).all(), () -> planned(then).all());
  }
}
