package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.BundlesInRound;
import dev.terra.schedule.policy.round.ResidualNetwork;

/**
 * When shuffles that are served one after the other are done at the latest, if no other comes. Two bounds are known, and the lower one
 * counts: the sum of the Gammas, as if each had the whole WAN in its turn; and what the links of the shortest routes take for all that is
 * to cross them, as if each took only these.
 *
 * <p>Example: 40 MB from A to B, then 40 MB from A to B with 80 MB from C to B, on links of 10 and 4 MB/s. The first is done after 4 s.
 * The Gamma of the second is 20 s, so that the sum is 24 s. But the link from A takes 8 s for both, and the one from C 20 s: the second is
 * done after 20 s.
 */
final class Turns {
  private final ResidualNetwork network;
  private final double[] crossing;
  private double gammas;

  /** Before the first. */
  Turns(ResidualNetwork network) {
    this.network = network;
    this.crossing = new double[network.capacity().length];
  }

  /** After how many seconds the next one is done. */
  double secondsTo(ActiveShuffle next) {
    gammas += next.gammaSeconds();
    BundlesInRound bundles = next.bundles();
    double last = 0;
    for (int bundle = 0; bundle < bundles.size(); bundle++) {
      int route = bundles.paths(bundle).firstOpenPath(network.capacity(), 0);
      if (route < 0) {
        return gammas;
      }
      for (int link : bundles.paths(bundle).links(route)) {
        crossing[link] += bundles.remaining(bundle);
      }
    }
    for (int bundle = 0; bundle < bundles.size(); bundle++) {
      for (int link : bundles.paths(bundle).links(bundles.paths(bundle).firstOpenPath(network.capacity(), 0))) {
        last = Math.max(last, crossing[link] / network.capacity()[link]);
      }
    }
    return Math.min(gammas, last);
  }
}
