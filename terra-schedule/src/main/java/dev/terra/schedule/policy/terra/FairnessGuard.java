package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.ResidualNetwork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps jobs from being slower than with no schedule at all. Shortest first makes most jobs much faster, and a few that are long and meet
 * many short ones slower. {@link VirtualSharing} says when a shuffle would be done if TCP flows shared the links; it is <i>due</i> when
 * its job, by then, has taken {@link #STRETCH} times as long as there. A shuffle is <i>urgent</i> if it would be late in its
 * {@link Turns}, and would need more than a part of the time that is left even with the whole WAN for itself. It is served before all
 * others of its priority, the one that is due first before the others, just fast enough to be done in good time. What it can use above
 * that it gets in its ordinary place.
 *
 * <p>Example: a shuffle with a Gamma of 10 s, which flows that share the links would have done after 40 s, comes at 0 s, and shorter ones
 * come all the time. It is due at 46 s. If it has sent nothing, it is urgent from 26 s on, when 20 s are left, and gets 71 % of its
 * best rates at first.
 */
final class FairnessGuard {
  /** How much longer than with shared links a job may take. */
  static final double STRETCH = 1.15;
  /** A shuffle is urgent when the time until it is due is less than so many times Gamma of what it has left. */
  static final double LAXITY = 2;
  /** Urgent shuffles are served so fast that they are done within this part of the time until they are due. */
  static final double HASTE = 0.7;

  private final ResidualNetwork network;
  private final VirtualSharing sharing;
  /** The urgent shuffles of this round, and when they are due. */
  private final Map<ActiveShuffle, Double> urgent = new HashMap<>();

  /** Without shuffles. */
  FairnessGuard(ResidualNetwork network) {
    this.network = network;
    this.sharing = new VirtualSharing(new FlowRates(network));
  }

  /** Starts a round with these shuffles, whose Gammas are known. Uses the network's residual, so it comes before the plans of a round. */
  void begin(List<ActiveShuffle> shuffles, double nowSeconds) {
    sharing.begin(shuffles, nowSeconds);
    urgent.clear();
  }

  private double dueSeconds(ActiveShuffle shuffle) {
    double start = sharing.jobStartSeconds(shuffle.demand().id());
    return start + STRETCH * (sharing.endSeconds(shuffle.demand().id()) - start);
  }

  /** Whether a shuffle is urgent in this round. */
  boolean isUrgent(ActiveShuffle shuffle) {
    return urgent.containsKey(shuffle);
  }

  /** Finds the urgent ones among shuffles of one priority, which are in order; the one that is due first before the others. */
  List<ActiveShuffle> findUrgent(List<ActiveShuffle> peers, double nowSeconds) {
    Turns turns = new Turns(network);
    List<ActiveShuffle> found = new ArrayList<>();
    for (ActiveShuffle shuffle : peers) {
      double left = dueSeconds(shuffle) - nowSeconds;
      boolean late = turns.secondsTo(shuffle) > left;
      if (late && shuffle.bundles().size() > 0 && LAXITY * shuffle.gammaSeconds() >= left) {
        urgent.put(shuffle, nowSeconds + left);
        found.add(shuffle);
      }
    }
    found.sort(Comparator.comparingDouble(urgent::get));
    return found;
  }

  /** The share of a plan, above 0 and up to 1, with which an urgent shuffle is done in good time; 1 for others. */
  double share(ActiveShuffle shuffle, RatePlan plan, double nowSeconds) {
    double within = HASTE * (urgent.getOrDefault(shuffle, nowSeconds) - nowSeconds);
    double seconds = plan.secondsFor(shuffle);
    return within > seconds ? seconds / within : 1;
  }

  /** Ends a round in which these shuffles have got their rates. */
  void end(List<ActiveShuffle> shuffles) {
    sharing.note(shuffles);
  }
}
