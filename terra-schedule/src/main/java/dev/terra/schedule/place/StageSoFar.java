package dev.terra.schedule.place;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;

/**
 * A stage of which maps have ended, and reducers may have begun.
 *
 * @param outputBytes what maps have made so far at each site, bytes; what they will make is believed to be divided alike
 * @param reducers how many the stage has
 * @param placed how many of them have begun at each site: these stay there
 */
public record StageSoFar(ImmutableMap<SiteId, Double> outputBytes, int reducers, ImmutableMap<SiteId, Integer> placed) {
  /** How many reducers have not begun. */
  int unplaced() {
    return reducers - placed.values().stream().mapToInt(Integer::intValue).sum();
  }
}
