package dev.terra.schedule;

import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;

/** Makes schedulers. */
public final class Schedulers {
  private Schedulers() {}

  /**
   * A scheduler over the paths of a WAN whose links are all up. {@link Scheduler#schedule} then takes that WAN as it is at the
   * time, with fewer links or other capacities; every link it has must be one of this WAN.
   */
  public static Scheduler create(SchedulerConfig config, PathSets paths) {
    return new PolicyScheduler(config, paths);
  }
}
