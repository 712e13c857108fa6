package dev.terra.schedule.place;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;

/**
 * A stage whose maps have ended in part or all, and whose reducers may have begun.
 *
 * @param outputBytes the output that maps have made so far at each site, bytes; further output is assumed to be divided among the sites
 *     alike
 * @param reducers the number of reducers of the stage
 * @param placed how many reducers have begun at each site; these stay there
 */
public record StageSoFar(ImmutableMap<SiteId, Double> outputBytes, int reducers, ImmutableMap<SiteId, Integer> placed) {
  /** Returns how many reducers have not begun. */
  int unplaced() {
    return reducers - placed.values().stream().mapToInt(Integer::intValue).sum();
  }
}
