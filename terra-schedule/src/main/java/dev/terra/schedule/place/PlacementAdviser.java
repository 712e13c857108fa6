package dev.terra.schedule.place;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Range;
import dev.terra.core.units.WholeShares;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.lp.LpException;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Advises where to run the reducers that have not begun. A site gets no more reducers than it can run at once. If all sites together cannot
 * run all reducers at once, a site gets no more than its proportional part. An adviser has one owner.
 */
public final class PlacementAdviser {
  /** The most placements that are tried for one stage. Advice is given again and again while jobs wait, so the search must be short. */
  private static final int MOST_LOOKS = 40;

  private final PathSets paths;
  private final ImmutableMap<SiteId, Integer> slots;
  private final LpSolver solver;

  /**
   * Makes an adviser.
   *
   * @param slots how many reducers each site can run at once, above 0; other sites get no reducers besides those that have begun there
   */
  public PlacementAdviser(PathSets paths, ImmutableMap<SiteId, Integer> slots, LpSolver solver) {
    this.paths = paths;
    this.slots = slots;
    this.solver = solver;
  }

  /**
   * Advises for one stage; empty if no site that may run reducers can be reached from every site with map output.
   *
   * @param left the WAN with what the stage may take of each link
   */
  public Optional<StageAdvice> advise(Wan left, StageSoFar soFar) {
    return slots.isEmpty() ? Optional.empty() : advice(left, soFar, counts(soFar), otherwise(soFar, counts(soFar)));
  }

  /**
   * Returns where the reducers of a finished stage would best have been run, compared with where they were; empty in the same cases as
   * {@link #advise}, and if reducers are unplaced.
   */
  public Optional<StageAdvice> hindsight(Wan left, StageSoFar over) {
    ImmutableMap<SiteId, Range<Integer>> anywhere = Stream.concat(slots.keySet().stream(), over.placed().keySet().stream()).distinct()
        .collect(ImmutableMap.toImmutableMap(site -> site, site -> Range.closed(0, over.reducers())));
    return over.unplaced() > 0 ? Optional.empty() : advice(left, over, anywhere, over.placed());
  }

  private Optional<StageAdvice> advice(
      Wan left, StageSoFar soFar, ImmutableMap<SiteId, Range<Integer>> counts, Map<SiteId, Integer> otherwise) {
    ImmutableMap.Builder<SiteId, Integer> open = ImmutableMap.builder();
    counts.keySet().forEach(site -> open.put(site, slots.getOrDefault(site, 1)));
    ReducerStage stage = new ReducerStage(soFar.outputBytes(), soFar.reducers(), open.buildOrThrow(), 0, counts);
    ReducerPlacement placement = new ReducerPlacement(paths, left, stage, solver);
    try {
      StagePlacement given = placement.of(otherwise);
      StagePlacement best = placement.best(MOST_LOOKS);
      return Optional.of(new StageAdvice(best.seconds() <= given.seconds() ? best : given, given));
    } catch (LpException e) {
      return Optional.empty();
    }
  }

  /** Returns the range of the number of reducers that each site may get. */
  private ImmutableMap<SiteId, Range<Integer>> counts(StageSoFar soFar) {
    long all = slots.values().stream().mapToLong(Integer::longValue).sum();
    Map<SiteId, Range<Integer>> counts = new LinkedHashMap<>();
    soFar.placed().forEach((site, count) -> counts.put(site, Range.closed(count, count)));
    slots.forEach((site, count) -> {
      long room = all >= soFar.reducers() ? count : (long) Math.ceil((double) count * soFar.reducers() / all);
      int begun = soFar.placed().getOrDefault(site, 0);
      counts.put(site, Range.closed(begun, (int) Math.max(begun, Math.min(room, soFar.reducers()))));
    });
    return ImmutableMap.copyOf(counts);
  }

  /** Returns the bundles of a stage's shuffle to reducers at the given sites. */
  public static ImmutableList<BundleDemand> bundles(Map<SiteId, Double> outputBytes, Map<SiteId, Integer> reducers) {
    int all = reducers.values().stream().mapToInt(Integer::intValue).sum();
    ImmutableList.Builder<BundleDemand> bundles = ImmutableList.builder();
    outputBytes.forEach((from, bytes) -> reducers.forEach((to, count) -> {
      if (!from.equals(to) && bytes > 0 && count > 0) {
        bundles.add(new BundleDemand(from, to, bytes * count / all));
      }
    }));
    return bundles.build();
  }

  private Map<SiteId, Integer> otherwise(StageSoFar soFar, Map<SiteId, Range<Integer>> counts) {
    List<Map.Entry<SiteId, Range<Integer>>> sites = List.copyOf(counts.entrySet());
    int[] more = WholeShares.of(sites.stream().mapToDouble(site -> slots.getOrDefault(site.getKey(), 0)).toArray(), soFar.unplaced(),
        sites.stream().mapToInt(site -> site.getValue().upperEndpoint() - site.getValue().lowerEndpoint()).toArray());
    Map<SiteId, Integer> reducers = new LinkedHashMap<>();
    for (int i = 0; i < more.length; i++) {
      reducers.put(sites.get(i).getKey(), sites.get(i).getValue().lowerEndpoint() + more[i]);
    }
    return reducers;
  }
}
