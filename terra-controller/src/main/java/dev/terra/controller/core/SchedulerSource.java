package dev.terra.controller.core;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Scheduler;

/** Makes the scheduler of the chosen policy; a new one whenever the paths that may not be used have changed. */
public interface SchedulerSource {
  /**
   * A scheduler.
   *
   * @param wan all links up, with the capacities that may be planned
   * @param forbidden paths it must not use
   */
  Scheduler create(Wan wan, ImmutableSet<Path> forbidden);
}
