package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.BundlesInRound;
import dev.terra.schedule.policy.round.ProgressiveFilling;
import java.util.ArrayList;
import java.util.List;

/** Plays an {@link OrderChoice} to its end, one step for each shuffle that completes, on copies of what the shuffles have left. */
final class Playout {
  /** The rest of a bundle below this share of its bytes is rounding. */
  private static final double DONE = 1e-9;
  /** The least cost of a plan, in the unit of {@link #work}. */
  private static final double EACH_PLAN = 80;

  /** What a shuffle has left, and its Gamma at the beginning of the play, seconds. */
  private record Played(BundlesInRound bundles, double gammaSeconds) {
    boolean isDone() {
      return bundles.size() == 0;
    }

    Played after(double seconds) {
      return new Played(bundles.after(seconds, DONE), gammaSeconds);
    }

    double secondsToCompletion() {
      double seconds = 0;
      for (int bundle = 0; bundle < bundles.size(); bundle++) {
        seconds = Math.max(seconds, bundles.remaining(bundle) / bundles.rates().total(bundle));
      }
      return seconds;
    }
  }

  /** The shuffles of a group that are not done. */
  private record PlayedGroup(double weight, List<Played> shuffles) {
    static PlayedGroup of(ShuffleGroup group) {
      return new PlayedGroup(group.weight(),
          group.shuffles().stream().map(shuffle -> new Played(shuffle.bundles().rest(), shuffle.gammaSeconds())).toList());
    }

    PlayedGroup after(double seconds) {
      List<Played> left = new ArrayList<>(shuffles.size());
      for (Played shuffle : shuffles) {
        Played rest = shuffle.after(seconds);
        if (!rest.isDone()) {
          left.add(rest);
        }
      }
      return new PlayedGroup(weight, left);
    }
  }

  private final Planner planner;
  private final ProgressiveFilling filling;
  private double work;

  Playout(Planner planner) {
    this.planner = planner;
    this.filling = new ProgressiveFilling(planner.network());
  }

  /** Starts a search: sets its work to 0. */
  void begin() {
    work = 0;
  }

  /** Returns what this search has cost so far. The unit is one link of a path that a plan considers. */
  double work() {
    return work;
  }

  /** Returns what a plan of a shuffle costs, in the same unit. */
  static double work(BundlesInRound bundles) {
    double links = EACH_PLAN;
    for (int bundle = 0; bundle < bundles.size(); bundle++) {
      links += bundles.paths(bundle).hops();
    }
    return links;
  }

  /**
   * Returns the weighted sum of the groups' completion times; infinite as soon as it exceeds a limit. It leaves the network's residual in
   * an undefined state.
   */
  double cost(OrderChoice choice, double limit) {
    List<PlayedGroup> active = choice.order().stream().map(PlayedGroup::of).toList();
    double now = 0;
    double cost = 0;
    while (!active.isEmpty()) {
      double step = serve(active, choice.detours());
      now += step;
      List<PlayedGroup> left = new ArrayList<>(active.size());
      boolean stuck = true;
      for (PlayedGroup group : active) {
        PlayedGroup rest = group.after(step);
        stuck &= rest.shuffles().size() == group.shuffles().size();
        if (rest.shuffles().isEmpty()) {
          cost += now * rest.weight();
        } else {
          left.add(rest);
        }
      }
      if (stuck || cost + left.size() * now * lightest(left) > limit) {
        return Double.POSITIVE_INFINITY;
      }
      active = left;
    }
    return cost;
  }

  private static double lightest(List<PlayedGroup> groups) {
    return groups.stream().mapToDouble(PlayedGroup::weight).min().orElse(0);
  }

  /** Gives rates to all shuffles, and returns the time until the first of them is done, seconds. */
  private double serve(List<PlayedGroup> active, DetourLimit detours) {
    planner.network().open(1);
    for (PlayedGroup group : active) {
      group.shuffles().forEach(shuffle -> plan(shuffle, detours));
    }
    for (PlayedGroup group : active) {
      group.shuffles().forEach(shuffle -> filling.fillInProportion(shuffle.bundles()));
    }
    return active.stream().flatMap(group -> group.shuffles().stream()).mapToDouble(Played::secondsToCompletion).min().orElseThrow();
  }

  private void plan(Played shuffle, DetourLimit detours) {
    BundlesInRound bundles = shuffle.bundles();
    bundles.rates().clear();
    DetourLimit limit = planner.applicable(bundles, detours);
    planner.apply(bundles, planner.plan(bundles, shuffle.gammaSeconds(), planner.network().residual(), limit), 1);
    work += work(bundles);
  }
}
