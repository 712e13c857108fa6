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
 * Advises where reducers are best run that have not begun. A site gets no more reducers than it can run at once, or if all sites together
 * cannot run all at once, no more than its part of them. One owner.
 */
public final class PlacementAdviser {
  /** Placements that are looked at for one stage. Advice is given while jobs wait, again and again, so it is not searched for longer. */
  private static final int MOST_LOOKS = 40;

  private final PathSets paths;
  private final ImmutableMap<SiteId, Integer> slots;
  private final LpSolver solver;

  /**
   * An adviser.
   *
   * @param slots how many reducers each site can run at once, above 0; other sites get none beside those that have begun there
   */
  public PlacementAdviser(PathSets paths, ImmutableMap<SiteId, Integer> slots, LpSolver solver) {
    this.paths = paths;
    this.slots = slots;
    this.solver = solver;
  }

  /**
   * Advises for one stage; empty if no site that may run reducers can be reached from every site with map output.
   *
   * @param left what the stage may take of each link
   */
  public Optional<StageAdvice> advise(Wan left, StageSoFar soFar) {
    return slots.isEmpty() ? Optional.empty() : advice(left, soFar, counts(soFar), otherwise(soFar, counts(soFar)));
  }

  /** Says where the reducers of a stage that is over would have been best run, beside where they were; empty as {@link #advise}. */
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

  /** How many reducers each site may get. */
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

  /** What a stage's shuffle moves to reducers at these sites. */
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
