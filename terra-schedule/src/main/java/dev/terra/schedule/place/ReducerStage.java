package dev.terra.schedule.place;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Range;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Set;

/**
 * A stage of reducers before it runs. Each reducer reads an equal part of every site's map output.
 *
 * @param outputBytes the map output at each site, bytes, finite and at least 0; sites without any may be left out
 * @param reducers how many reducers the stage has, 1 to {@link #MOST_REDUCERS}
 * @param slots how many reducers can run at once at each site, above 0; a site that is left out gets no reducer
 * @param secondsPerReducer how long a reducer computes, seconds, finite and at least 0; 0 where this is unknown
 * @param counts the range of the number of reducers of a site with slots: at least the reducers that it has already, at most those for
 *     which it has room. A site that is left out can get any number
 */
public record ReducerStage(
    ImmutableMap<SiteId, Double> outputBytes, int reducers, ImmutableMap<SiteId, Integer> slots, double secondsPerReducer,
    ImmutableMap<SiteId, Range<Integer>> counts) {
  /** The most reducers of a stage; no job of the published traces has as many. */
  public static final int MOST_REDUCERS = 1_000_000;

  /** Checks the ranges. */
  public ReducerStage {
    outputBytes.forEach((site, bytes) -> {
      if (!Double.isFinite(bytes) || bytes < 0) {
        throw new IllegalArgumentException("map output at " + site + ": bytes must be finite and at least 0, got " + bytes);
      }
    });
    if (reducers < 1 || reducers > MOST_REDUCERS) {
      throw new IllegalArgumentException("a stage has 1 to " + MOST_REDUCERS + " reducers, got " + reducers);
    }
    slots.forEach((site, count) -> {
      if (count <= 0) {
        throw new IllegalArgumentException("slots at " + site + " must be above 0, got " + count + "; leave the site out instead");
      }
    });
    if (slots.isEmpty()) {
      throw new IllegalArgumentException("no site may run reducers");
    }
    if (!Double.isFinite(secondsPerReducer) || secondsPerReducer < 0) {
      throw new IllegalArgumentException("seconds of a reducer must be finite and at least 0, got " + secondsPerReducer);
    }
    checkCounts(reducers, slots.keySet(), counts);
  }

  /** Makes a stage in which each site with slots can get any number of reducers. */
  public ReducerStage(
      ImmutableMap<SiteId, Double> outputBytes, int reducers, ImmutableMap<SiteId, Integer> slots, double secondsPerReducer) {
    this(outputBytes, reducers, slots, secondsPerReducer, ImmutableMap.of());
  }

  private static void checkCounts(int reducers, Set<SiteId> sites, Map<SiteId, Range<Integer>> counts) {
    if (!sites.containsAll(counts.keySet())) {
      throw new IllegalArgumentException("only sites with slots have a number of reducers, got " + counts.keySet());
    }
    long least = counts.values().stream().mapToLong(Range::lowerEndpoint).sum();
    long most = counts.values().stream().mapToLong(Range::upperEndpoint).sum();
    if (least > reducers || (counts.size() == sites.size() && most < reducers)) {
      throw new IllegalArgumentException(reducers + " reducers do not fit into " + counts);
    }
  }
}
