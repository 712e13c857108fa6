package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * When shuffles will be done if no other shuffle arrives and no link changes. Rounds are played forward, each until the next bundle is
 * done.
 *
 * @param finishSeconds the time from the beginning until each shuffle is done, for those that were done within the played time
 * @param bundleSeconds the time from the beginning until each bundle is done, for those that were done within the played time
 * @param playedSeconds how much time was played; the other shuffles take longer, or wait for ever
 */
public record Projection(
    ImmutableMap<ShuffleId, Double> finishSeconds, ImmutableMap<BundleId, Double> bundleSeconds, double playedSeconds) {
  /** The most rounds that are played, each counted once for each shuffle: one or two seconds of work. */
  private static final int SHUFFLE_ROUNDS = 20_000;
  private static final int MOST_ROUNDS = 300;
  /** The rest of a bundle counts as nothing below this share of what the bundle had. */
  private static final double NOTHING = 1e-9;

  /**
   * Plays on from a round, whose own schedule applies until the first bundle is done.
   *
   * @param scheduler a new scheduler with the policy and the path rules of the round
   */
  public static Projection of(Scheduler scheduler, ScheduledRound round) {
    Play play = new Play(round.shuffles());
    play.advance(round.allocation());
    return play.toTheEnd(scheduler, round.now(), round.atSeconds());
  }

  /**
   * Plays on from a time without a schedule.
   *
   * @param scheduler a new scheduler
   */
  public static Projection of(Scheduler scheduler, Wan wan, List<ShuffleDemand> shuffles, double nowSeconds) {
    return new Play(shuffles).toTheEnd(scheduler, wan, nowSeconds);
  }

  /** The bytes that are left while rounds are played. */
  private static final class Play {
    private final Map<ShuffleId, Double> finish = new HashMap<>();
    private final Map<BundleId, Double> bundleFinish = new HashMap<>();
    private final int mostRounds;
    private List<ShuffleDemand> left;
    private double seconds;
    private int rounds;
    private boolean stuck;

    Play(List<ShuffleDemand> shuffles) {
      this.left = List.copyOf(shuffles);
      this.mostRounds = Math.max(1, Math.min(MOST_ROUNDS, SHUFFLE_ROUNDS / Math.max(1, shuffles.size())));
    }

    Projection toTheEnd(Scheduler scheduler, Wan wan, double nowSeconds) {
      while (rounds < mostRounds && !left.isEmpty() && !stuck) {
        advance(scheduler.schedule(wan, left, nowSeconds + seconds));
      }
      return new Projection(ImmutableMap.copyOf(finish), ImmutableMap.copyOf(bundleFinish), seconds);
    }

    /** Applies a schedule until the next bundle is done. */
    void advance(Allocation allocation) {
      double step = allocation.shuffles().stream().flatMap(each -> each.bundles().stream())
          .mapToDouble(Projection::secondsLeft).min().orElse(0);
      rounds++;
      stuck = Double.isInfinite(step);
      if (stuck) {
        return;
      }
      seconds += step;
      Map<ShuffleId, ShuffleAllocation> allocated =
          allocation.shuffles().stream().collect(Collectors.toMap(ShuffleAllocation::id, each -> each));
      List<ShuffleDemand> next = new ArrayList<>();
      for (ShuffleDemand demand : left) {
        ShuffleDemand rest = after(demand, Objects.requireNonNull(allocated.get(demand.id())), step);
        if (rest.bundles().isEmpty()) {
          finish.put(demand.id(), seconds);
        } else {
          next.add(rest);
        }
      }
      left = next;
    }

    private ShuffleDemand after(ShuffleDemand demand, ShuffleAllocation own, double step) {
      List<BundleDemand> bundles = new ArrayList<>();
      for (BundleAllocation bundle : own.bundles()) {
        BundleDemand before = bundle.demand();
        double rest = before.bytes() - bundle.bytesPerSecond() * step;
        if (rest > NOTHING * before.bytes()) {
          bundles.add(new BundleDemand(before.from(), before.to(), rest, before.flows(), before.limit()));
        } else {
          bundleFinish.put(new BundleId(demand.id(), before.from(), before.to()), seconds);
        }
      }
      return demand.withBundles(bundles);
    }
  }

  private static double secondsLeft(BundleAllocation bundle) {
    if (bundle.demand().bytes() == 0) {
      return 0;
    }
    return bundle.bytesPerSecond() > 0 ? bundle.demand().bytes() / bundle.bytesPerSecond() : Double.POSITIVE_INFINITY;
  }
}
