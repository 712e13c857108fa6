package dev.terra.controller.core.round;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.path.PathRules;

/** Makes the scheduler of the chosen policy; a new one whenever the paths that may not be used have changed. */
public interface SchedulerSource {
  /**
   * A scheduler.
   *
   * @param wan all links up, with the nominal capacities that may be planned
   * @param rules what it must not use
   */
  Scheduler create(Wan wan, PathRules rules);
}
