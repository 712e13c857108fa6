package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import java.util.ArrayList;
import java.util.List;

/**
 * When shuffles will be done if nothing else comes and no link changes: rounds are played forward, each to when the next bundle is done.
 *
 * @param finishSeconds from the beginning until each is done, for those that were done in time
 * @param playedSeconds how far it was played; the others take longer, or have a bundle that waits for ever
 */
public record Projection(ImmutableMap<ShuffleId, Double> finishSeconds, double playedSeconds) {
  /** Rounds that are played at most, shuffles at hand counted: one or two seconds of work. */
  private static final int SHUFFLE_ROUNDS = 20_000;
  private static final int MOST_ROUNDS = 300;
  /** What is left of a bundle counts as nothing below this share of what it had. */
  private static final double NOTHING = 1e-9;

  /**
   * Plays on.
   *
   * @param scheduler a new one
   */
  public static Projection of(Scheduler scheduler, Wan wan, List<ShuffleDemand> shuffles, double nowSeconds) {
    ImmutableMap.Builder<ShuffleId, Double> finish = ImmutableMap.builder();
    List<ShuffleDemand> left = new ArrayList<>(shuffles);
    int rounds = Math.max(1, Math.min(MOST_ROUNDS, SHUFFLE_ROUNDS / Math.max(1, shuffles.size())));
    double seconds = 0;
    for (int round = 0; round < rounds && !left.isEmpty(); round++) {
      Allocation allocation = scheduler.schedule(wan, left, nowSeconds + seconds);
      double step = allocation.shuffles().stream().flatMap(each -> each.bundles().stream())
          .mapToDouble(Projection::secondsLeft).min().orElse(0);
      if (Double.isInfinite(step)) {
        break;
      }
      seconds += step;
      List<ShuffleDemand> next = new ArrayList<>();
      for (ShuffleDemand demand : left) {
        ShuffleDemand rest = after(demand, allocation, step);
        if (rest.bundles().isEmpty()) {
          finish.put(demand.id(), seconds);
        } else {
          next.add(rest);
        }
      }
      left = next;
    }
    return new Projection(finish.buildOrThrow(), seconds);
  }

  private static double secondsLeft(BundleAllocation bundle) {
    if (bundle.demand().bytes() == 0) {
      return 0;
    }
    return bundle.bytesPerSecond() > 0 ? bundle.demand().bytes() / bundle.bytesPerSecond() : Double.POSITIVE_INFINITY;
  }

  private static ShuffleDemand after(ShuffleDemand demand, Allocation allocation, double seconds) {
    ShuffleAllocation own = allocation.shuffles().stream().filter(each -> each.id().equals(demand.id())).findFirst().orElseThrow();
    return demand.withBundles(own.bundles().stream()
        .map(bundle -> {
          double left = bundle.demand().bytes() - bundle.bytesPerSecond() * seconds;
          return new BundleDemand(bundle.demand().from(), bundle.demand().to(), left > NOTHING * bundle.demand().bytes() ? left : 0,
              bundle.demand().flows());
        })
        .filter(bundle -> bundle.bytes() > 0).toList());
  }
}
