package dev.terra.rest.place;

import com.google.common.collect.ImmutableMap;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.shuffle.YarnApplication;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ReaderFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.rest.place.PlacementRow.SiteReducersRow;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.explain.LimitSearch;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.place.PlacementAdviser;
import dev.terra.schedule.place.StageAdvice;
import dev.terra.schedule.place.StagePlacement;
import dev.terra.schedule.place.StageSoFar;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps placement advice, so that it is computed again only if outputs have grown, or after a while. It has one owner. */
final class PlacementBook {
  /** The most shuffles for which advice is kept: as many as are remembered after their end, and as many that run. */
  private static final int MOST_KEPT = 2_000;
  /** How long one answer may compute. The next answer continues. */
  private static final long BUDGET_NANOS = 300_000_000;
  /** The age at which advice is computed again, since links change, too. Advice is older only if the time for computing was used up. */
  private static final long FRESH_NANOS = 10_000_000_000L;

  /** Advice, and the state for which it was computed. */
  private record Kept(ReaderFigures readers, ImmutableMap<SiteId, Integer> slots, @Nullable PlacementRow row, long atNanos) {}

  private final ControllerSettings settings;
  private final LongSupplier ticker;
  private final LpSolver solver = PolicyScheduler.solver(SolverName.FAST);
  private final Map<ShuffleId, Kept> kept = new BoundedMap<>(MOST_KEPT);
  private PathSets paths;

  PlacementBook(ControllerSettings settings, LongSupplier ticker) {
    this.settings = settings;
    this.ticker = ticker;
    this.paths = new PathSets(settings.wan(), settings.network().rules());
  }

  /**
   * Returns whether there can be advice about a shuffle's reducers. There is none for submitted shuffles, since job masters name
   * their sites.
   */
  static boolean isFree(ShuffleFigures shuffle) {
    return !shuffle.ended() && !shuffle.submitted() && shuffle.readers().bytes() > 0;
  }

  /** Returns advice for all shuffles with reducers that have not begun. Shuffles for which time runs out are left to a later answer. */
  List<PlacementRow> rows(ControllerView view, ImmutableMap<SiteId, Integer> slots) {
    return rows(view, slots, view.running().values().stream().filter(shuffle -> isFree(shuffle) && shuffle.readers().unplaced() > 0));
  }

  /**
   * Returns where the reducers of shuffles that are over would have been best run. Shuffles for which time runs out are left to a
   * later answer.
   */
  List<PlacementRow> hindsight(ControllerView view, ImmutableMap<SiteId, Integer> slots) {
    return rows(view, slots, view.ended().values().stream()
        .filter(shuffle -> !shuffle.submitted() && shuffle.readers().bytes() > 0 && shuffle.readers().unplaced() == 0));
  }

  private List<PlacementRow> rows(ControllerView view, ImmutableMap<SiteId, Integer> slots, Stream<ShuffleFigures> shuffles) {
    long start = ticker.getAsLong();
    kept.keySet().removeIf(id -> !view.running().containsKey(id) && !view.ended().containsKey(id));
    List<ShuffleFigures> oldestFirst = shuffles
        .sorted(Comparator.comparing(shuffle -> Optional.ofNullable(kept.get(shuffle.id())).map(Kept::atNanos).orElse(Long.MIN_VALUE)))
        .toList();
    List<PlacementRow> rows = new ArrayList<>();
    for (ShuffleFigures shuffle : oldestFirst) {
      long now = ticker.getAsLong();
      if (!isFresh(kept.get(shuffle.id()), shuffle, slots, now) && now - start < BUDGET_NANOS) {
        kept.remove(shuffle.id());
        kept.put(shuffle.id(), new Kept(shuffle.readers(), slots, row(view, shuffle, slots, false).orElse(null), now));
      }
      Optional.ofNullable(kept.get(shuffle.id())).map(Kept::row).ifPresent(rows::add);
    }
    return rows;
  }

  private static boolean isFresh(@Nullable Kept kept, ShuffleFigures shuffle, ImmutableMap<SiteId, Integer> slots, long now) {
    return kept != null && kept.readers().equals(shuffle.readers()) && kept.slots().equals(slots)
        && (shuffle.ended() || now - kept.atNanos() < FRESH_NANOS);
  }

  /** Returns advice for one shuffle with the links that limit it; empty if no site can be reached from all outputs. */
  Optional<PlacementRow> row(ControllerView view, ShuffleFigures shuffle, ImmutableMap<SiteId, Integer> slots) {
    return row(view, shuffle, slots, true);
  }

  private Optional<PlacementRow> row(ControllerView view, ShuffleFigures shuffle, ImmutableMap<SiteId, Integer> slots, boolean limits) {
    if (!paths.rules().equals(view.operator().rules())) {
      paths = new PathSets(settings.wan(), view.operator().rules());
    }
    Wan left = LeftWan.of(settings, view, shuffle);
    ImmutableMap<SiteId, Double> output = shuffle.readers().outputBytes().entrySet().stream()
        .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, entry -> (double) entry.getValue()));
    StageSoFar soFar = new StageSoFar(output, shuffle.readers().count(), ImmutableMap.copyOf(shuffle.readers().placed()));
    PlacementAdviser adviser = new PlacementAdviser(paths, slots, solver);
    return (shuffle.ended() ? adviser.hindsight(left, soFar) : adviser.advise(left, soFar))
        .map(advice -> row(shuffle, advice, limits ? limits(left, shuffle.id(), soFar, advice.best()) : List.of()));
  }

  private List<String> limits(Wan left, ShuffleId id, StageSoFar soFar, StagePlacement best) {
    ShuffleDemand demand = ShuffleDemand.of(id, 0, PlacementAdviser.bundles(soFar.outputBytes(), best.reducers()));
    return demand.bundles().isEmpty() ? List.of()
        : new LimitSearch(paths, solver).limits(left, demand).named().stream().map(Object::toString).sorted().toList();
  }

  private static PlacementRow row(ShuffleFigures shuffle, StageAdvice advice, List<String> limits) {
    ReaderFigures readers = shuffle.readers();
    String sentence = "reducers at " + words(advice.best()) + ": " + seconds(advice.best()) + " instead of " + seconds(advice.otherwise())
        + " at " + words(advice.otherwise()) + (limits.isEmpty() ? "" : "; limited by " + String.join(", ", limits));
    return new PlacementRow(shuffle.id().value(), YarnApplication.of(shuffle.id()).map(YarnApplication::id).orElse(null),
        readers.bytes(), readers.count(), readers.count() - readers.unplaced(), sites(advice.best(), readers), finite(advice.best()),
        sites(advice.otherwise(), readers), finite(advice.otherwise()), limits, sentence);
  }

  private static List<SiteReducersRow> sites(StagePlacement placement, ReaderFigures readers) {
    return placement.reducers().entrySet().stream().map(entry -> new SiteReducersRow(
        entry.getKey().name(), entry.getValue(), readers.outputBytes().getOrDefault(entry.getKey(), 0L))).toList();
  }

  private static String words(StagePlacement placement) {
    return placement.reducers().entrySet().stream().map(entry -> entry.getKey() + " " + entry.getValue()).collect(Collectors.joining(", "));
  }

  private static String seconds(StagePlacement placement) {
    return Double.isFinite(placement.seconds()) ? String.format(Locale.ROOT, "%.1f s", placement.seconds()) : "no path";
  }

  private static @Nullable Double finite(StagePlacement placement) {
    return Double.isFinite(placement.seconds()) ? Double.valueOf(placement.seconds()) : null;
  }
}
