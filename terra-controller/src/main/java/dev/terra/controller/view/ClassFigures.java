package dev.terra.controller.view;

import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.latency.PromiseWatch.Verdict;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.SitePair;

/**
 * How a latency class with a promise does between two sites.
 *
 * @param target the promise
 * @param share of the fetches that is admitted now
 * @param counts of its fetches, since the first site's handlers started
 * @param latencies of those that were measured
 * @param verdict whether the promise is kept
 * @param sinceSeconds since when that is so, since the controller started
 */
public record ClassFigures(SitePair pair, LatencyTarget target, double share, Counts counts, Waits latencies,
    Verdict verdict, double sinceSeconds) {
  /**
   * What became of its fetches.
   *
   * @param admitted how many had the class on the stock path
   * @param downgraded how many went as bulk
   * @param kept how many of those that were measured kept the promise
   * @param byTunnels how many went by tunnels, ahead of bulk
   */
  public record Counts(long admitted, long downgraded, long kept, long byTunnels) {}
}
