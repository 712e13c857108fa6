package dev.terra.sim.placement;

import dev.terra.core.wan.SiteId;
import java.util.Map;

/** A rule by which the sites of a stage's tasks are chosen. */
interface StageSites {
  /**
   * Chooses the sites of a stage's tasks.
   *
   * @param bytesBySite the stage's input by the site that has it; at least one value is above 0
   * @param tasks the number of tasks of the stage, at least 1
   * @return how many tasks run at each site that has any; their sum is {@code tasks}
   */
  Map<SiteId, Integer> choose(Map<SiteId, Double> bytesBySite, int tasks);
}
