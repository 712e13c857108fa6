package dev.terra.rest.read;

import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ControllerChange;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ViewChanges;
import dev.terra.rest.rows.RerouteRow;
import dev.terra.rest.rows.RoundRow;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Follows a controller's views and keeps the newest rounds and re-routings. It makes rows of each view once. Changes between two
 * calls of {@link #follow} are not lost unless more views are published meanwhile than the feed keeps.
 */
public final class ViewFollower {
  /** The most rounds that are kept. At one round a second, they cover ten minutes. */
  private static final int MOST_ROUNDS = 600;
  /** The most re-routings that are kept. */
  private static final int MOST_REROUTES = 200;

  private final ControllerAccess controller;
  private final Clock clock;
  private final ViewTimes times;
  private final Deque<RoundRow> rounds = new ArrayDeque<>();
  private final Deque<RerouteRow> reroutes = new ArrayDeque<>();
  private final RerouteWatch watch;
  private ControllerView last;
  private ViewRows rows;

  /** Creates a follower that begins with the present view. */
  public ViewFollower(ControllerAccess controller, Clock clock) {
    this.controller = controller;
    this.clock = clock;
    this.times = new ViewTimes(controller.startedAt());
    this.last = controller.views().current();
    this.watch = new RerouteWatch(times, last);
    this.rows = new ViewRows(last, controller);
  }

  /** Takes the changes that were published since the last call. */
  public synchronized void follow() {
    ViewChanges changes = controller.views().after(last.version());
    if (changes.missed()) {
      take(controller.views().current());
    }
    for (ControllerChange change : changes.changes()) {
      take(last.after(change));
    }
  }

  private void take(ControllerView next) {
    Optional<RerouteRow> reroute = watch.next(next);
    reroute.ifPresent(row -> keep(reroutes, row, MOST_REROUTES));
    if (next.rounds().count() > last.rounds().count()) {
      keep(rounds, round(next, reroute.map(RerouteRow::number).orElse(null)), MOST_ROUNDS);
    }
    last = next;
  }

  private RoundRow round(ControllerView view, @Nullable Long reroute) {
    long open = view.running().values().stream().flatMap(shuffle -> shuffle.bundles().stream()).filter(BundleFigures::isOpen).count();
    return new RoundRow(view.rounds().count(), times.at(view.atSeconds()), view.rounds().epoch(), view.rounds().lastMillis(),
        view.rounds().failed() ? "failed" : "ok", view.rounds().stands(), view.running().size(), (int) open, reroute);
  }

  private static <T> void keep(Deque<T> kept, T news, int most) {
    kept.addLast(news);
    if (kept.size() > most) {
      kept.removeFirst();
    }
  }

  /** Returns the newest view as rows. It is the same object until another view is published. */
  public synchronized ViewRows rows() {
    ControllerView now = controller.views().current();
    if (rows.view().version() != now.version()) {
      rows = new ViewRows(now, controller);
    }
    return rows;
  }

  /** Returns the newest rounds, oldest first. */
  public synchronized List<RoundRow> rounds() {
    follow();
    return List.copyOf(rounds);
  }

  /** Returns the newest re-routings, oldest first. */
  public synchronized List<RerouteRow> reroutes() {
    follow();
    return List.copyOf(reroutes);
  }

  /** Returns for how long the controller has been running, in seconds. */
  public double uptimeSeconds() {
    return Duration.between(controller.startedAt(), clock.instant()).toNanos() / 1e9;
  }

  /** Returns the controller. */
  public ControllerAccess controller() {
    return controller;
  }
}
