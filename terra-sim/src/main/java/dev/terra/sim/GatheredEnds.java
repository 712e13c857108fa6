package dev.terra.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Decides when the ends of bundles are noticed while a large coflow runs. A round for each end would make work that grows with the square
 * of the number of bundles. So a bundle that has ended keeps its rate, unused, as long as everything that a coflow has left unused stays
 * within {@link #UNUSED_SHARE} of what it has sent. The coflow's last end is noticed when it happens. So no coflow loses more than it would
 * on paths that are slower by that share.
 *
 * <p>Example: 100 bundles at 1 MB/s each, of which one has ended after 1 s. With 0.05, the 5 MB that may be unused grow by 5 MB a second.
 * The one bundle uses up 1 MB of them a second, and three that end at the same time 3 MB: neither case causes a round.
 */
final class GatheredEnds {
  /** The share of the sent bytes of a coflow that may be left unused. */
  static final double UNUSED_SHARE = 0.05;

  private double unusedBytes;

  /** Returns the time until the next ends must be noticed, seconds; infinite where nothing flows. */
  double seconds(List<CoflowBundle> bundles) {
    List<CoflowBundle> flowing = new ArrayList<>();
    double flow = 0;
    double sent = 0;
    for (CoflowBundle bundle : bundles) {
      sent += bundle.total - bundle.remaining;
      if (bundle.rate > 0) {
        flowing.add(bundle);
        flow += bundle.rate;
      }
    }
    flowing.sort(Comparator.comparingDouble(CoflowBundle::secondsToEnd));
    return seconds(flowing, flow, sent);
  }

  private double seconds(List<CoflowBundle> inOrder, double allFlow, double sentBefore) {
    double now = 0;
    double flow = allFlow;
    double sent = sentBefore;
    double unused = unusedBytes;
    for (CoflowBundle next : inOrder) {
      double left = UNUSED_SHARE * sent - unused;
      double use = (allFlow - flow) - UNUSED_SHARE * flow;
      double end = next.secondsToEnd();
      if (use > 0 && now + Math.max(0, left) / use < end) {
        return now + Math.max(0, left) / use;
      }
      sent += flow * (end - now);
      unused += (allFlow - flow) * (end - now);
      flow -= next.rate;
      now = end;
    }
    return inOrder.isEmpty() ? Double.POSITIVE_INFINITY : now;
  }

  /** Adds up what is left unused while a time passes. */
  void pass(List<CoflowBundle> bundles, double seconds) {
    for (CoflowBundle bundle : bundles) {
      if (bundle.rate > 0) {
        unusedBytes += bundle.rate * Math.max(0, seconds - bundle.secondsToEnd());
      }
    }
  }
}
