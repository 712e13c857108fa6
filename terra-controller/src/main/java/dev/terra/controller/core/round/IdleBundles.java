package dev.terra.controller.core.round;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.controller.core.shuffle.BundleState;
import dev.terra.controller.core.shuffle.ProgressBook;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.core.shuffle.BundleId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds bundles of which nothing moves although the schedule in force gives them a rate. The controller cannot see what such a bundle waits
 * for: a reader that has gone, room at the other end, or a disk. Capacity that is kept for idle bundles is lost to all others. So a shuffle
 * whose bundles are all idle goes last until something of it moves. An idle bundle that gets no rate at all because of that is tried again
 * after a while.
 */
final class IdleBundles {
  /**
   * How long nothing of a bundle moves before it may count as idle. An agent that is silent for this long counts as lost, so a live one
   * would have reported progress.
   */
  private static final long PATIENCE_NANOS = ProtocolTiming.CONTROL_SILENCE.nanos();
  /**
   * How long an idle bundle without a rate waits until it is tried again. This is ten times as long as a trial takes, so that a bundle that
   * stays idle costs others little.
   */
  private static final long RETRY_NANOS = 10 * PATIENCE_NANOS;
  /** How many bytes a bundle could have sent before it may count as idle. This is several chunks of the largest size. */
  private static final long ENOUGH_BYTES = 1 << 20;

  /**
   * A bundle of which nothing has moved for a while.
   *
   * @param nanos since when it has had a rate or, if it is idle, since when others go first
   * @param idle whether others go first
   * @param told whether that has been reported, now or at an earlier trial
   */
  private record Seen(ProgressBook.Done done, long nanos, boolean idle, boolean told) {}

  private Map<BundleId, Seen> seen = Map.of();

  /**
   * A bundle that has become idle since the last round, with the time since which nothing of it has moved, and the rate that it may send
   * at, in bytes/s.
   */
  record Found(BundleId bundle, long sinceNanos, long bytesPerSecond) {}

  /**
   * Checks which of the bundles that have rates have moved. This method is called before each round.
   *
   * @return the bundles that have become idle, each of them once until something of it moves
   */
  List<Found> look(RoundPlan inForce, Collection<RunningShuffle> shuffles, long nowNanos) {
    Map<BundleId, Seen> now = new HashMap<>();
    List<Found> found = new ArrayList<>();
    for (RunningShuffle shuffle : shuffles) {
      shuffle.bundles().forEach((pair, bundle) -> {
        BundleId id = new BundleId(shuffle.id(), pair.from(), pair.to());
        long rate = inForce.of(id).values().stream().mapToLong(Long::longValue).sum();
        Seen before = seen.get(id);
        Optional<Seen> last = bundle.unsent() > 0 ? look(before, bundle, rate, nowNanos) : Optional.empty();
        last.ifPresent(it -> {
          now.put(id, it);
          if (before != null && it.told && !before.told) {
            found.add(new Found(id, before.nanos, rate));
          }
        });
      });
    }
    seen = now;
    return found;
  }

  private static Optional<Seen> look(@Nullable Seen before, BundleState bundle, long rate, long nowNanos) {
    if (before == null || hasMoved(before.done, bundle.done())) {
      return rate > 0 ? Optional.of(new Seen(bundle.done(), nowNanos, false, false)) : Optional.empty();
    }
    long waited = nowNanos - before.nanos;
    if (before.idle) {
      boolean tryAgain = rate == 0 && waited >= RETRY_NANOS;
      return Optional.of(tryAgain ? new Seen(before.done, nowNanos, false, true) : before);
    }
    if (rate == 0) {
      return before.told ? Optional.of(new Seen(before.done, nowNanos, false, true)) : Optional.empty();
    }
    boolean idle = waited >= PATIENCE_NANOS && rate * (waited / 1e9) >= Math.min(bundle.unsentOnLinks(), ENOUGH_BYTES);
    return Optional.of(idle ? new Seen(before.done, nowNanos, true, true) : before);
  }

  /**
   * Returns whether anything has arrived, gone another way, or been requested. Bytes that are sent again and again and never arrive do not
   * count.
   */
  private static boolean hasMoved(ProgressBook.Done before, ProgressBook.Done now) {
    return before.acknowledged() != now.acknowledged() || before.withdrawn() != now.withdrawn() || before.requested() != now.requested();
  }

  /** Returns whether a bundle is idle. */
  boolean contains(BundleId bundle) {
    return seen.containsKey(bundle) && seen.get(bundle).idle;
  }
}
