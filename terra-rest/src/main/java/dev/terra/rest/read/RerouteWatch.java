package dev.terra.rest.read;

import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.rest.rows.RerouteRow.CostRow;
import dev.terra.rest.rows.RerouteRow.MoveRow;
import dev.terra.rest.rows.RerouteRow;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows a controller's views one after the other, and finds out how each round that was started by a change in the network or by an
 * operator has changed the rates. It is used by one thread.
 */
final class RerouteWatch {
  private static final Set<EventKind> CAUSES = EnumSet.of(EventKind.LINK_DOWN, EventKind.LINK_UP, EventKind.CAPACITY_CHANGED,
      EventKind.PATHS_CHANGED, EventKind.AGENT_LOST, EventKind.AGENT_JOINED, EventKind.OPERATOR_ACTION);
  private static final int MOST_BUNDLES = 200;
  private static final int MOST_SHUFFLES = 200;

  private final ViewTimes times;
  private ControllerView before;
  /** The events since the last round that can have started the next one. */
  private final List<ControllerEvent> causes = new ArrayList<>();
  private long count;

  RerouteWatch(ViewTimes times, ControllerView first) {
    this.times = times;
    this.before = first;
  }

  /** Takes the next view. Returns the changes of its round if an event has started the round and any rate has changed. */
  Optional<RerouteRow> next(ControllerView now) {
    ControllerView last = before;
    before = now;
    List<ControllerEvent> news = now.events().after(last.events().lastNumber());
    news.stream().filter(event -> CAUSES.contains(event.kind())).forEach(causes::add);
    if (now.rounds().count() == last.rounds().count() || causes.isEmpty()) {
      return Optional.empty();
    }
    ControllerEvent cause = causes.get(0);
    causes.clear();
    Moves moves = new Moves(last, now);
    return moves.total == 0 ? Optional.empty() : Optional.of(new RerouteRow(++count, times.at(now.atSeconds()), cause.kind().id(),
        cause.target(), cause.number(), cause.detail(), moves.total, moves.costs, moves.rows));
  }

  /** The bundles with bytes left whose rates differ, and the cost for their shuffles. */
  private static final class Moves {
    private final List<MoveRow> rows = new ArrayList<>();
    private final List<CostRow> costs = new ArrayList<>();
    private int total;

    Moves(ControllerView last, ControllerView now) {
      now.running().forEach((id, shuffle) -> compare(last.running().get(id), shuffle));
    }

    private void compare(@Nullable ShuffleFigures old, ShuffleFigures shuffle) {
      if (old == null || old.equals(shuffle)) {
        return;
      }
      int before = total;
      Map<List<Object>, BundleFigures> oldBundles = bundles(old);
      shuffle.bundles().stream().filter(BundleFigures::isOpen).forEach(bundle ->
          compare(shuffle.id(), oldBundles.get(List.of(bundle.from(), bundle.to())), bundle));
      if (total > before && costs.size() < MOST_SHUFFLES) {
        costs.add(new CostRow(shuffle.id().value(), shuffle.job(), secondsAt(oldBundles, shuffle),
            secondsAt(bundles(shuffle), shuffle)));
      }
    }

    private void compare(ShuffleId id, @Nullable BundleFigures old, BundleFigures bundle) {
      Map<Path, Long> rates = old == null ? Map.of() : old.rates();
      if (!rates.equals(bundle.rates())) {
        total++;
        if (rows.size() < MOST_BUNDLES) {
          rows.add(new MoveRow(id.value(), bundle.from().name(), bundle.to().name(), ShuffleRows.rates(rates),
              ShuffleRows.rates(bundle.rates())));
        }
      }
    }

    private static Map<List<Object>, BundleFigures> bundles(ShuffleFigures shuffle) {
      Map<List<Object>, BundleFigures> bundles = new HashMap<>();
      shuffle.bundles().forEach(bundle -> bundles.put(List.of(bundle.from(), bundle.to()), bundle));
      return bundles;
    }

    /**
     * Returns how long the bytes that are left would take at the rates of the given bundles, in seconds; null if they would never be
     * done.
     */
    private static @Nullable Double secondsAt(Map<List<Object>, BundleFigures> old, ShuffleFigures shuffle) {
      double seconds = 0;
      for (BundleFigures bundle : shuffle.bundles()) {
        BundleFigures was = old.get(List.of(bundle.from(), bundle.to()));
        if (bundle.isOpen()) {
          seconds = Math.max(seconds, bundle.leftOnLinks() / (was == null ? 0.0 : was.bytesPerSecond()));
        }
      }
      return Double.isFinite(seconds) ? seconds : null;
    }
  }
}
