package dev.terra.controller.core;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * What a controller is made from.
 *
 * @param wan all links up, with nominal capacities (IP bytes/s)
 * @param planEfficiency the share of a link's capacity (IP bytes) that is planned, above 0 and at most 1
 * @param keptForJobs the share of that which is not planned while a job shuffles, 0 to 0.5
 * @param leaseMillis how long agents keep their rates without hearing from the controller
 * @param session of this controller; a new one at every start
 * @param pathSets the tunnels' paths between two sites
 * @param schedulers the policy
 * @param queues the terms of the shuffles of some queues
 */
public record ControllerSettings(
    Wan wan,
    double planEfficiency,
    double keptForJobs,
    int leaseMillis,
    long session,
    BiFunction<SiteId, SiteId, List<Path>> pathSets,
    SchedulerSource schedulers,
    Map<String, PartialTerms> queues) {
  /** Copies the queues. */
  public ControllerSettings {
    queues = Map.copyOf(queues);
  }

  /** The WAN with the capacities that may be planned: nominal x efficiency. */
  Wan planned() {
    return planned(wan, planEfficiency);
  }

  /** The same while a job shuffles. */
  Wan plannedForJobs() {
    return planned(wan, planEfficiency * (1 - keptForJobs));
  }

  /** A WAN with the payload bytes per second that may be planned on each link. */
  public static Wan planned(Wan wan, double planEfficiency) {
    return wan.mapLinks(link -> link.withCapacity(link.capacity().times(planEfficiency)));
  }
}
