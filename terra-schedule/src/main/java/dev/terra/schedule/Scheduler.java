package dev.terra.schedule;

import dev.terra.core.wan.Wan;
import java.util.List;

/**
 * A scheduling policy: it decides which bundles send, on which paths and at which rates. It is deterministic: the same calls give the same
 * schedules. A scheduler may keep caches between calls (Gamma, path sets, the last allocation), so it belongs to one thread.
 */
public interface Scheduler {
  /**
   * Computes a schedule for the bytes that are left.
   *
   * @param wan the WAN as it is at this time; links that are down are absent
   * @param shuffles all active shuffles
   * @param nowSeconds the time, on the clock of the shuffles' arrivals; it never goes back between calls
   */
  Allocation schedule(Wan wan, List<ShuffleDemand> shuffles, double nowSeconds);
}
