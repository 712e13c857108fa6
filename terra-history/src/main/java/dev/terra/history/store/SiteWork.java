package dev.terra.history.store;

import dev.terra.core.cost.WorkCost;
import dev.terra.core.wan.SiteId;

/**
 * How much agents of a site have worked on a day.
 *
 * @param dayMillis when the day began, since 1970
 */
public record SiteWork(long dayMillis, SiteId site, WorkCost cost) {
  private static final long DAY_MILLIS = 86_400_000;

  /** When the day (UTC) of a time began. */
  public static long dayMillis(long atMillis) {
    return Math.floorDiv(atMillis, DAY_MILLIS) * DAY_MILLIS;
  }
}
