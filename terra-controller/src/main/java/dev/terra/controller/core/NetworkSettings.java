package dev.terra.controller.core;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;

/**
 * What a controller knows of the network when it starts.
 *
 * @param wan all links up, with nominal capacities (IP bytes/s)
 * @param planEfficiency the share of a link's capacity (IP bytes) that is planned, above 0 and at most 1
 * @param keptForJobs the share of that which is not planned while a job shuffles, 0 to 0.5
 * @param rules forbidden links and paths, and how many paths there are between two sites
 * @param paths the path sets under these and later rules
 * @param driver how tunnels follow their paths
 * @param measureLinks whether plans go by what all links carry, or only those whose capacity is left out
 */
public record NetworkSettings(
    Wan wan, double planEfficiency, double keptForJobs, PathRules rules, PathSource paths, NetworkDriver driver,
    boolean measureLinks) {
  /** All links are measured. */
  public NetworkSettings(
      Wan wan, double planEfficiency, double keptForJobs, PathRules rules, PathSource paths, NetworkDriver driver) {
    this(wan, planEfficiency, keptForJobs, rules, paths, driver, true);
  }

  /** The nominal WAN with the payload bytes per second that may be planned on each link. */
  public Wan planned() {
    return wan.mapLinks(link -> link.withCapacity(link.capacity().times(planEfficiency)));
  }
}
