package dev.terra.schedule.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * Terra's default. Promised deadlines first; then the lane of the age guard; then shuffles in order, each with its best rates on
 * what is left, all its bundles or none; then what the plans leave goes to the same order, so that the first who can use it gets it.
 * The order is by priority, then by a job's Gamma per weight. Plans use all paths, or, while most jobs have to wait, none of the long
 * detours. Rollouts change both where they find something better.
 */
final class TerraPlusPolicy implements Policy {
  /**
   * The share of jobs that wait from which on long detours are left out of plans. Found by simulation: lower shares gain 1 %
   * more on SWAN but lose 5 % on AT&T's WAN, where those that wait often wait for something else.
   */
  private static final double CROWDED_SHARE = 0.7;

  private final Programmes programmes;
  private final Promises promises;
  private final AgeGuard guard;
  private final Rollouts rollouts;
  private final Filling filling;
  private final double alpha;

  TerraPlusPolicy(Programmes programmes, double alpha) {
    this.programmes = programmes;
    programmes.takeShortcuts();
    this.promises = new Promises(programmes);
    this.guard = new AgeGuard(programmes);
    this.rollouts = new Rollouts(programmes);
    this.filling = new Filling(programmes.network());
    this.alpha = alpha;
  }

  @Override
  public List<ShuffleState> allocate(List<ShuffleState> shuffles, double nowSeconds) {
    Network network = programmes.network();
    Detours usual = isCrowded(shuffles) ? Detours.SHORT : Detours.ANY;
    rollouts.consider(shuffles, usual);
    programmes.setDetours(rollouts.detours().orElse(usual));
    network.open(1 - alpha);
    List<ShuffleState> order = new ArrayList<>(promises.serve(shuffles, nowSeconds));
    List<ShuffleState> others = rollouts.improve(Promises.withoutPromise(shuffles, waiting -> Job.shuffles(Job.shortestFirst(waiting))));
    guard.serve(others, nowSeconds);
    for (ShuffleState shuffle : others) {
      if (shuffle.admission() != ShuffleState.Admission.REJECTED) {
        programmes.planInOrder(shuffle);
      }
    }
    order.addAll(others);
    network.release(alpha);
    order.forEach(shuffle -> backfill(filling, shuffle));
    return order;
  }

  /** Whether most jobs would wait for the first few if plans used every path. Uses the network's residual. */
  private boolean isCrowded(List<ShuffleState> shuffles) {
    programmes.network().open(1 - alpha);
    List<Job> jobs = Job.shortestFirst(shuffles);
    int waiting = 0;
    for (Job job : jobs) {
      boolean waits = true;
      for (ShuffleState edge : job.edges()) {
        waits &= !programmes.fitsInOrder(edge);
      }
      waiting += waits ? 1 : 0;
    }
    return waiting > CROWDED_SHARE * jobs.size();
  }

  /** Gives a shuffle what is left on its paths, bundles in proportion to what they have left. */
  static void backfill(Filling filling, ShuffleState shuffle) {
    filling.reset();
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      filling.add(shuffle, bundle, shuffle.remaining(bundle));
    }
    filling.run();
  }
}
