package dev.terra.history;

import com.google.common.collect.ImmutableList;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.Conditions;
import dev.terra.controller.view.Conditions.LinkState;
import dev.terra.controller.view.ControllerChange;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.LinkFigures;
import dev.terra.controller.view.RoundFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.controller.view.ViewChanges;
import dev.terra.core.cost.CostBook;
import dev.terra.history.store.LinkUse;
import dev.terra.history.store.Retention;
import dev.terra.history.store.StoredCost;
import dev.terra.history.store.StoredEvent;
import dev.terra.history.store.StoredRounds;
import dev.terra.history.store.StoredShuffle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Makes rows from a controller's views. */
final class RowMaker {
  private final ControllerSession session;
  private final long nowMillis;

  /** Creates a maker of rows that are written at the given time. */
  RowMaker(ControllerSession session, long nowMillis) {
    this.session = session;
    this.nowMillis = nowMillis;
  }

  private long millis(double seconds) {
    return session.startedMillis() + Math.round(seconds * 1000);
  }

  List<StoredEvent> events(ControllerChange change) {
    return change.events().stream().map(this::event).toList();
  }

  private StoredEvent event(ControllerEvent event) {
    return new StoredEvent(millis(event.atSeconds()), session.id(), event.number(), event.kind().id(),
        event.kind().severity().name().toLowerCase(Locale.ROOT), event.target(), event.detail());
  }

  List<StoredShuffle> ended(ControllerView before, ControllerChange change) {
    return change.ended().put().values().stream().filter(shuffle -> !before.ended().containsKey(shuffle.id())).map(this::shuffle).toList();
  }

  List<StoredCost> costs(ControllerView before, ControllerView now, CostBook book) {
    return CostRows.ended(before, now, book, nowMillis);
  }

  private StoredShuffle shuffle(ShuffleFigures shuffle) {
    ImmutableList<BundleFigures> bundles = shuffle.bundles();
    return new StoredShuffle(session.id(), shuffle.id().value(), shuffle.job(), shuffle.queue(), millis(shuffle.arrivalSeconds()),
        shuffle.startSeconds().stream().mapToObj(this::millis).findFirst().orElse(null),
        shuffle.finishSeconds().stream().mapToObj(this::millis).findFirst().orElse(null), nowMillis, shuffle.gammaSeconds(),
        shuffle.terms().weight(), shuffle.terms().priority(), shuffle.producedBytes(),
        bundles.stream().mapToLong(BundleFigures::expectedBytes).sum(),
        bundles.stream().mapToLong(BundleFigures::acknowledgedBytes).sum(), shuffle.failure());
  }

  /** Returns the rounds of the last second; empty if there was none and nothing runs. */
  Optional<StoredRounds> rounds(ControllerView before, ControllerView now, ViewChanges changes) {
    long count = now.rounds().count() - before.rounds().count();
    if (count == 0 && now.running().isEmpty()) {
      return Optional.empty();
    }
    List<RoundFigures> seen = changes.changes().stream().map(ControllerChange::rounds).distinct()
        .filter(rounds -> rounds.count() > before.rounds().count() && rounds.count() <= now.rounds().count()).toList();
    double max = seen.stream().mapToDouble(RoundFigures::lastMillis).max().orElse(count > 0 ? now.rounds().lastMillis() : 0);
    double mean = seen.stream().mapToDouble(RoundFigures::lastMillis).average().orElse(count > 0 ? now.rounds().lastMillis() : 0);
    long left = now.running().values().stream().flatMap(shuffle -> shuffle.bundles().stream()).mapToLong(BundleFigures::leftBytes).sum();
    long failed = seen.stream().filter(RoundFigures::failed).count();
    return Optional.of(new StoredRounds(nowMillis, Retention.FINEST_MILLIS, now.rounds().epoch(), count, failed, mean * count, max,
        now.running().size(), left));
  }

  Optional<LinkUse> links(ControllerView view) {
    int count = view.links().size();
    if (count == 0) {
      return Optional.empty();
    }
    LinkUse use = new LinkUse(nowMillis, Retention.FINEST_MILLIS, new float[count], new float[count], new float[count], new float[count]);
    Conditions conditions = new Conditions(view);
    int at = 0;
    for (LinkFigures link : view.links().values()) {
      use.allocated()[at] = (float) link.allocated().bytesPerSecond();
      use.capacity()[at] = (float) link.measured().map(found -> found.capacity()).orElse(link.nominal()).bytesPerSecond();
      use.down()[at] = link.up() ? 0 : 1;
      use.unknown()[at] = conditions.of(link).state() == LinkState.UNKNOWN ? 1 : 0;
      at++;
    }
    return Optional.of(use);
  }
}
