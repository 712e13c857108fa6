package dev.terra.schedule.policy;

import com.google.common.collect.ImmutableList;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleDemand;
import java.util.ArrayList;
import java.util.List;

/** Plays a choice of {@link Rollouts} to its end, one step for each shuffle that completes, on copies of the shuffles' states. */
final class Playout {
  /** What is left of a bundle below this share of its bytes is rounding. */
  private static final double DONE = 1e-9;
  /** What a plan costs however small it is, in the unit of {@link #work}: measured, some microseconds. */
  private static final double EACH_PLAN = 80;

  private final Programmes programmes;
  private final Filling filling;

  private double work;

  Playout(Programmes programmes) {
    this.programmes = programmes;
    this.filling = new Filling(programmes.network());
  }

  /** Starts a search: no work was done yet. */
  void begin() {
    work = 0;
  }

  /** What this search has cost so far; the unit is a link of a path that a plan looked at, some 0.03 microseconds. */
  double work() {
    return work;
  }

  /** What a plan of a shuffle costs, in the same unit. */
  static double work(ShuffleState shuffle) {
    double links = EACH_PLAN;
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      links += shuffle.paths(bundle).hops();
    }
    return links;
  }

  /**
   * The weighted sum of completion times; infinite as soon as it exceeds a limit. Leaves the network's residual in any state, and
   * the programmes with the choice's detours.
   */
  double cost(Rollouts.Choice choice, double limit) {
    programmes.setDetours(choice.detours());
    List<ShuffleState> active = new ArrayList<>();
    for (ShuffleState shuffle : choice.order()) {
      active.add(copy(shuffle, shuffle.demand()));
    }
    double now = 0;
    double cost = 0;
    while (!active.isEmpty()) {
      serve(active);
      double step = active.stream().mapToDouble(Playout::secondsToCompletion).min().orElseThrow();
      now += step;
      List<ShuffleState> left = new ArrayList<>();
      for (ShuffleState shuffle : active) {
        ShuffleDemand rest = after(shuffle, step);
        if (rest.bundles().stream().allMatch(bundle -> bundle.bytes() == 0)) {
          cost += now * shuffle.demand().weight();
        } else {
          left.add(copy(shuffle, rest));
        }
      }
      if (left.size() == active.size() || cost + left.size() * now * lightest(left) > limit) {
        return Double.POSITIVE_INFINITY;
      }
      active = left;
    }
    return cost;
  }

  private static double lightest(List<ShuffleState> shuffles) {
    return shuffles.stream().mapToDouble(shuffle -> shuffle.demand().weight()).min().orElse(0);
  }

  private ShuffleState copy(ShuffleState shuffle, ShuffleDemand demand) {
    ShuffleState copy = new ShuffleState(demand);
    copy.update(demand, programmes.network());
    copy.setGammaOfBase(shuffle.gammaSeconds(), programmes.network().version());
    return copy;
  }

  private void serve(List<ShuffleState> active) {
    programmes.network().open(1);
    for (ShuffleState shuffle : active) {
      shuffle.rates.clear(shuffle);
      programmes.planInOrder(shuffle);
      work += work(shuffle);
    }
    active.forEach(shuffle -> TerraPlusPolicy.backfill(filling, shuffle));
  }

  private static double secondsToCompletion(ShuffleState shuffle) {
    double seconds = 0;
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      seconds = Math.max(seconds, shuffle.remaining(bundle) / shuffle.rates.total(bundle));
    }
    return seconds;
  }

  private static ShuffleDemand after(ShuffleState shuffle, double seconds) {
    ImmutableList.Builder<BundleDemand> bundles = ImmutableList.builder();
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      BundleDemand before = shuffle.demand().bundles().get(shuffle.place(bundle));
      double bytes = shuffle.remaining(bundle) - shuffle.rates.total(bundle) * seconds;
      bundles.add(new BundleDemand(before.from(), before.to(), bytes <= DONE * shuffle.remaining(bundle) ? 0 : bytes));
    }
    ShuffleDemand demand = shuffle.demand();
    return new ShuffleDemand(demand.id(), demand.arrivalSeconds(), demand.weight(), demand.deadlineSeconds(), bundles.build());
  }
}
