package dev.terra.schedule.policy.terra;

import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.ResidualNetwork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Keeps jobs from being slower than with no schedule at all. Shortest first makes most jobs much faster, and a few that are long and meet
 * many short ones slower. {@link VirtualSharing} says when a shuffle would be done if TCP flows shared the links; it is <i>due</i> when
 * its job, by then, has taken {@link #STRETCH} times as long as there. A shuffle is <i>urgent</i> when
 * the time until then is less than its Gamma. Urgent shuffles are served before all others of their priority. Among them the shortest is
 * first, so that a long one that is late anyway makes no short one late.
 *
 * <p>Example: a shuffle with a Gamma of 10 s, which flows that share the links would have done after 40 s, comes at 0 s, and shorter ones
 * come all the time. It is due at 52 s. If it has sent nothing by 42 s, it is urgent from then on.
 */
final class FairnessGuard {
  /** How much longer a job may take than where flows share the links. Real flows share them less well than those of this model. */
  static final double STRETCH = 1.3;

  private final VirtualSharing sharing;

  /** Without shuffles. */
  FairnessGuard(ResidualNetwork network) {
    this.sharing = new VirtualSharing(new FlowRates(network));
  }

  /** Starts a round with these shuffles, whose Gammas are known. Uses the network's residual, so it comes before the plans of a round. */
  void begin(List<ActiveShuffle> shuffles, double nowSeconds) {
    sharing.begin(shuffles, nowSeconds);
  }

  private double dueSeconds(ActiveShuffle shuffle) {
    double start = sharing.jobStartSeconds(shuffle.demand().id());
    return start + STRETCH * (sharing.endSeconds(shuffle.demand().id()) - start);
  }

  /** Shuffles of one priority, which are in order: the urgent ones, the shortest first, and then the others in their order. */
  List<ActiveShuffle> urgentFirst(List<ActiveShuffle> peers, double nowSeconds) {
    List<ActiveShuffle> urgent = new ArrayList<>();
    List<ActiveShuffle> others = new ArrayList<>();
    for (ActiveShuffle shuffle : peers) {
      boolean isUrgent = nowSeconds + shuffle.gammaSeconds() >= dueSeconds(shuffle);
      (isUrgent ? urgent : others).add(shuffle);
    }
    urgent.sort(Comparator.comparingDouble(ActiveShuffle::gammaSeconds));
    urgent.addAll(others);
    return urgent;
  }

  /** Ends a round in which these shuffles have got their rates. */
  void end(List<ActiveShuffle> shuffles) {
    sharing.note(shuffles);
  }
}
