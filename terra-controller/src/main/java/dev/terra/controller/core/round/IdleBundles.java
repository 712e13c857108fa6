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
 * Bundles of which nothing moves though the schedule in force would have let them. The controller cannot see what they wait for: a reader
 * that has gone, room at the other end, a disk. Links that are kept for them are lost to all others, so a shuffle that has no
 * others left goes last until something of it moves. One that gets no rate at all by that is tried again after a while.
 */
final class IdleBundles {
  /** An agent that says nothing for so long counts as lost: one that does not would have told of what has moved. */
  private static final long PATIENCE_NANOS = ProtocolTiming.CONTROL_SILENCE.nanos();
  /** Ten times as long as a trial takes, so that a bundle that stays idle costs others little. */
  private static final long RETRY_NANOS = 10 * PATIENCE_NANOS;
  /** Some chunks of the largest kind: of a large bundle so much would have moved. */
  private static final long ENOUGH_BYTES = 1 << 20;

  /**
   * A bundle of which nothing has moved for a while.
   *
   * @param nanos since when it has had a rate, or others go first
   * @param idle whether others go first
   * @param told whether that has been reported, now or at an earlier trial
   */
  private record Seen(ProgressBook.Done done, long nanos, boolean idle, boolean told) {}

  private Map<BundleId, Seen> seen = Map.of();

  /** A bundle that was not idle a round ago, since when nothing of it has moved, and what it may send, bytes/s. */
  record Found(BundleId bundle, long sinceNanos, long bytesPerSecond) {}

  /**
   * Looks at what has moved of the bundles that have rates. To be called before each round.
   *
   * @return those that have become idle, each once until something of it moves
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

  /** Whether anything has arrived, gone another way or been asked for. What is sent again and again and never arrives does not count. */
  private static boolean hasMoved(ProgressBook.Done before, ProgressBook.Done now) {
    return before.acknowledged() != now.acknowledged() || before.withdrawn() != now.withdrawn() || before.requested() != now.requested();
  }

  /** Whether nothing of it moves. */
  boolean contains(BundleId bundle) {
    return seen.containsKey(bundle) && seen.get(bundle).idle;
  }
}
