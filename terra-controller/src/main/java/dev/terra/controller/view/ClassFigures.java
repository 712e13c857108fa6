package dev.terra.controller.view;

import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.latency.PromiseWatch.Verdict;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.SitePair;

/**
 * How a latency class with a promise performs between two sites.
 *
 * @param target the promise
 * @param share the share of the fetches that is admitted at present
 * @param counts the counts of its fetches, since the first site's handlers started
 * @param latencies the latencies of the fetches that were measured
 * @param verdict whether the promise is kept
 * @param sinceSeconds since when the verdict holds, in seconds since the controller started
 */
public record ClassFigures(SitePair pair, LatencyTarget target, double share, Counts counts, Waits latencies,
    Verdict verdict, double sinceSeconds) {
  /**
   * Counts of a class's fetches.
   *
   * @param admitted how many had the class on the stock path
   * @param downgraded how many went as bulk
   * @param kept how many of the measured fetches kept the promise
   * @param byTunnels how many went by tunnels, ahead of bulk
   */
  public record Counts(long admitted, long downgraded, long kept, long byTunnels) {}
}
