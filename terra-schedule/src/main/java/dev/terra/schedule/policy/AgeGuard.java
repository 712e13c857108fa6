package dev.terra.schedule.policy;

import java.util.Arrays;
import java.util.List;

/**
 * Keeps any shuffle from starving. A shuffle is <i>aged</i> when it has been there for {@link #PATIENCE} times the Gamma of when it had
 * most left: that of a job's first maps' outputs, with which its shuffle comes, is over in seconds. In every round the aged shuffle that
 * arrived first may use {@link #SHARE} of every link before all others (promised deadlines excepted), on top of what it gets in its
 * ordinary place.
 *
 * <p>Guarantee: let shuffle i arrive at time a with Gamma G, and let S be the sum of the Gammas of what the older shuffles had left
 * at that time. If capacities do not fall and no demand grows, i is done by a + PATIENCE * G + (S + G) / SHARE, whatever arrives later.
 * The proof is in docs/SCHEDULING.md. Example: with 0.1 and 10, a shuffle of Gamma 60 s that finds two others of 60 s left is done within
 * 600 + 1800 s = 40 minutes, under any endless stream of smaller ones.
 */
final class AgeGuard {
  /** Of every link. Costs nothing while nobody is aged, and at most this share of the average speed while somebody is. */
  static final double SHARE = 0.1;
  /** In units of a shuffle's own Gamma: what an ordinary queue makes it wait is left alone. */
  static final double PATIENCE = 10;

  private final Programmes programmes;
  private final double[] lane;

  AgeGuard(Programmes programmes) {
    this.programmes = programmes;
    this.lane = new double[programmes.network().capacity().length];
  }

  static boolean isAged(ShuffleState shuffle, double nowSeconds) {
    return shuffle.size() > 0 && shuffle.ageSeconds(nowSeconds) >= PATIENCE * shuffle.fullGammaSeconds();
  }

  /** Serves the oldest aged shuffle. */
  void serve(List<ShuffleState> shuffles, double nowSeconds) {
    ShuffleState oldest = shuffles.stream().filter(shuffle -> isAged(shuffle, nowSeconds)).min(Order.BY_ARRIVAL).orElse(null);
    if (oldest == null) {
      return;
    }
    Network network = programmes.network();
    Arrays.setAll(lane, link -> Math.min(SHARE * network.capacity()[link], network.residual()[link]));
    programmes.apply(oldest, programmes.plan(oldest, lane, oldest.lanePlan), 1);
  }
}
