package dev.terra.controller.view;

import com.google.common.collect.ImmutableSortedMap;
import dev.terra.core.wan.SiteId;

/**
 * The places of the output of a shuffle's maps and of its reducers. It is empty for a shuffle that all sites read whole.
 *
 * @param outputBytes all that maps have made so far at each site, also what takes the stock path
 * @param count the number of reducers, taken from the map outputs; 0 until a map has ended
 * @param placed how many reducers run, or ran, at each site, by their first fetches
 */
public record ReaderFigures(ImmutableSortedMap<SiteId, Long> outputBytes, int count, ImmutableSortedMap<SiteId, Integer> placed) {
  /** The figures before anything is reported. */
  public static final ReaderFigures NONE = new ReaderFigures(ImmutableSortedMap.of(), 0, ImmutableSortedMap.of());

  /** Returns the number of reducers that have not fetched yet. */
  public int unplaced() {
    return count - placed.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the bytes of all output. */
  public long bytes() {
    return outputBytes.values().stream().mapToLong(Long::longValue).sum();
  }
}
