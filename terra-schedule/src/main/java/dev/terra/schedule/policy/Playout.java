package dev.terra.schedule.policy;

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
   * The weighted sum of the jobs' completion times; infinite as soon as it exceeds a limit. Leaves the network's residual in any state, and
   * the programmes with the choice's detours.
   */
  double cost(Rollouts.Choice choice, double limit) {
    programmes.setDetours(choice.detours());
    List<Job> active = choice.order().stream()
        .map(job -> new Job(job.edges().stream().map(ShuffleState::forPlay).toList())).toList();
    double now = 0;
    double cost = 0;
    while (!active.isEmpty()) {
      List<ShuffleState> shuffles = Job.shuffles(active);
      serve(shuffles);
      double step = shuffles.stream().mapToDouble(Playout::secondsToCompletion).min().orElseThrow();
      now += step;
      boolean stuck = true;
      for (ShuffleState shuffle : shuffles) {
        shuffle.play(step, DONE);
        stuck &= shuffle.size() > 0;
      }
      List<Job> left = new ArrayList<>(active.size());
      for (Job job : active) {
        if (job.isDone()) {
          cost += now * job.weight();
        } else {
          left.add(job.rest());
        }
      }
      if (stuck || cost + left.size() * now * lightest(left) > limit) {
        return Double.POSITIVE_INFINITY;
      }
      active = left;
    }
    return cost;
  }

  private static double lightest(List<Job> jobs) {
    return jobs.stream().mapToDouble(Job::weight).min().orElse(0);
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
}
