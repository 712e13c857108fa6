package dev.terra.controller.core;

import dev.terra.core.shuffle.BundleId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bundles of which nothing moves though the schedule in force would have let them. Nobody knows from here what they wait for: a reader
 * that has gone, room at the other end, a disk. Links that are kept for them are lost to all others, so a shuffle that has no
 * others left goes last until something of it moves.
 */
final class IdleBundles {
  /** More than agents take to tell of progress, and than a tunnel takes to be replaced. */
  private static final long PATIENCE_NANOS = 3_000_000_000L;
  /** Some chunks of the largest kind: of a large bundle so much would have moved. */
  private static final long ENOUGH_BYTES = 1 << 20;

  /** How far a bundle was, since when, and whether it has been found idle since. */
  private record Seen(ProgressBook.Done done, long nanos, boolean idle) {}

  private Map<BundleId, Seen> seen = Map.of();

  /** A bundle that was not idle a round ago, since when nothing of it has moved, and what it may send, bytes/s. */
  record Found(BundleId bundle, long sinceNanos, long bytesPerSecond) {}

  /** Looks at what has moved of the bundles that have rates; returns those that have become idle. To be called before each round. */
  List<Found> look(RoundPlan inForce, Collection<RunningShuffle> shuffles, long nowNanos) {
    Map<BundleId, Seen> now = new HashMap<>();
    List<Found> found = new ArrayList<>();
    for (RunningShuffle shuffle : shuffles) {
      shuffle.bundles().forEach((pair, bundle) -> {
        BundleId id = new BundleId(shuffle.id(), pair.from(), pair.to());
        long rate = inForce.of(id).values().stream().mapToLong(Long::longValue).sum();
        if (bundle.unsent() > 0 && rate > 0) {
          Seen last = look(seen.get(id), bundle, rate, nowNanos);
          now.put(id, last);
          if (last.idle && !contains(id)) {
            found.add(new Found(id, last.nanos, rate));
          }
        }
      });
    }
    seen = now;
    return found;
  }

  private static Seen look(Seen before, BundleState bundle, long rate, long nowNanos) {
    if (before == null || !before.done.equals(bundle.done())) {
      return new Seen(bundle.done(), nowNanos, false);
    }
    long waited = nowNanos - before.nanos;
    boolean idle = before.idle
        || (waited >= PATIENCE_NANOS && rate * (waited / 1e9) >= Math.min(bundle.unsent(), ENOUGH_BYTES));
    return new Seen(before.done, before.nanos, idle);
  }

  /** Whether nothing of it moves. */
  boolean contains(BundleId bundle) {
    return seen.containsKey(bundle) && seen.get(bundle).idle;
  }
}
