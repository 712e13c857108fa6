package dev.terra.schedule;

import dev.terra.core.wan.Wan;
import java.util.List;

/**
 * A scheduling policy: who sends what, on which paths, at which rates. Deterministic: the same calls give the same schedules. A
 * scheduler may keep caches between calls (Gamma, path sets, the last allocation), so it belongs to one thread.
 */
public interface Scheduler {
  /**
   * Computes a schedule from what is left.
   *
   * @param wan the WAN as it is now: links that are down are absent
   * @param shuffles all active shuffles
   * @param nowSeconds the time, on the clock of the shuffles' arrivals; never goes back between calls
   */
  Allocation schedule(Wan wan, List<ShuffleDemand> shuffles, double nowSeconds);
}
