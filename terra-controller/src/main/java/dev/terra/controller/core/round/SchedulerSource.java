package dev.terra.controller.core.round;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.path.PathRules;

/** Creates the scheduler of the chosen policy. A new one is created whenever the set of unusable paths has changed. */
public interface SchedulerSource {
  /**
   * Creates a scheduler.
   *
   * @param wan the WAN with all links up and the nominal capacities that may be planned
   * @param rules what the scheduler must not use
   */
  Scheduler create(Wan wan, PathRules rules);
}
