package dev.terra.controller.view;

import com.google.common.collect.ImmutableSortedMap;
import dev.terra.core.wan.SiteId;

/**
 * Where the output of a shuffle's maps is, and where its reducers run. A shuffle that all sites read whole has none of it.
 *
 * @param outputBytes all that maps have made so far at each site, also what takes the stock path
 * @param count how many reducers it has, as its outputs say; 0 while no map has ended
 * @param placed how many of them run, or ran, at each site, as their first fetches say
 */
public record ReaderFigures(ImmutableSortedMap<SiteId, Long> outputBytes, int count, ImmutableSortedMap<SiteId, Integer> placed) {
  /** Nothing is known yet. */
  public static final ReaderFigures NONE = new ReaderFigures(ImmutableSortedMap.of(), 0, ImmutableSortedMap.of());

  /** How many reducers have not fetched yet. */
  public int unplaced() {
    return count - placed.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** All output. */
  public long bytes() {
    return outputBytes.values().stream().mapToLong(Long::longValue).sum();
  }
}
