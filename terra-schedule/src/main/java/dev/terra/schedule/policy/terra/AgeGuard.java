package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.ResidualNetwork;
import dev.terra.schedule.policy.round.ServiceOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Keeps every shuffle from starving. A shuffle is <i>aged</i> when it has been present for {@link #PATIENCE} times the Gamma that it had
 * when it had most bytes left. Its Gamma on arrival is not used: a shuffle arrives with the outputs of its job's first maps, whose Gamma is
 * a few seconds. In every round, the aged shuffle that arrived first may use {@link #SHARE} of every link before all others (promised
 * deadlines excepted), on top of what it gets in its ordinary place.
 *
 * <p>Guarantee: let shuffle i arrive at time a with Gamma G, and let S be the sum of the Gammas of the bytes that older shuffles had left
 * at that time. If capacities do not fall and no demand grows, i is done by a + PATIENCE * G + (S + G) / SHARE, whatever arrives later. The
 * proof is in docs/internals/scheduling.md. Example: with 0.1 and 10, a shuffle of Gamma 60 s that finds two others of 60 s left is done
 * within 600 + 1800 s = 40 minutes, under any endless stream of smaller ones.
 */
final class AgeGuard {
  /**
   * The share of every link that the oldest aged shuffle may use first. It costs nothing while no shuffle is aged, and at most this share
   * of the average speed while one is.
   */
  static final double SHARE = 0.1;
  /** The age from which a shuffle is aged, in units of its own Gamma. It is so high that ordinary waiting in a queue has no effect. */
  static final double PATIENCE = 10;

  /**
   * The most bytes that a shuffle has had left so far, with its Gamma at that time. A job's shuffle arrives with a small part of its later
   * bytes.
   */
  private record Peak(double bytes, double gammaSeconds) {}

  private final Planner planner;
  private final PlanCaches lanePlans;
  private final Map<ActiveShuffle, Peak> peaks = new HashMap<>();
  private final double[] lane;

  AgeGuard(Planner planner, boolean caching) {
    this.planner = planner;
    this.lanePlans = new PlanCaches(caching);
    this.lane = new double[planner.network().capacity().length];
  }

  /** Starts a round with these shuffles, whose Gammas have been computed. */
  void begin(List<ActiveShuffle> shuffles) {
    peaks.keySet().retainAll(new HashSet<>(shuffles));
    lanePlans.retain(shuffles);
    for (ActiveShuffle shuffle : shuffles) {
      double bytes = shuffle.bundles().bytes();
      Peak peak = peaks.get(shuffle);
      if (peak == null || bytes > peak.bytes()) {
        peaks.put(shuffle, new Peak(bytes, shuffle.gammaSeconds()));
      }
    }
  }

  private boolean isAged(ActiveShuffle shuffle, double nowSeconds) {
    double ageSeconds = nowSeconds - shuffle.demand().arrivalSeconds();
    Peak peak = peaks.get(shuffle);
    return peak != null && shuffle.bundles().size() > 0 && ageSeconds >= PATIENCE * peak.gammaSeconds();
  }

  /** Serves the oldest aged shuffle. */
  void serve(List<ActiveShuffle> shuffles, double nowSeconds) {
    ActiveShuffle oldest =
        shuffles.stream().filter(shuffle -> isAged(shuffle, nowSeconds)).min(ServiceOrder.BY_ARRIVAL).orElse(null);
    if (oldest == null) {
      return;
    }
    ResidualNetwork network = planner.network();
    Arrays.setAll(lane, link -> Math.min(SHARE * network.capacity()[link], network.residual()[link]));
    RatePlan plan = planner.plan(oldest, lane, lanePlans.of(oldest, DetourLimit.ANY), DetourLimit.ANY);
    planner.apply(oldest.bundles(), plan, 1);
  }
}
