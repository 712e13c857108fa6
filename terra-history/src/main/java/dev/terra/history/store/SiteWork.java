package dev.terra.history.store;

import dev.terra.core.cost.WorkCost;
import dev.terra.core.wan.SiteId;

/**
 * The work of a site's agents on one day.
 *
 * @param dayMillis the beginning of the day (UTC), in milliseconds since 1970
 */
public record SiteWork(long dayMillis, SiteId site, WorkCost cost) {
  private static final long DAY_MILLIS = 86_400_000;

  /** Returns the beginning of the day (UTC) of a time. */
  public static long dayMillis(long atMillis) {
    return Math.floorDiv(atMillis, DAY_MILLIS) * DAY_MILLIS;
  }
}
