package dev.terra.agent.site;

import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;

/** The amounts of a resource that other sites use here, each limited to a share. An instance is used on the agent's thread only. */
final class SiteCounts {
  private final long mostOfSite;
  private final Map<SiteId, Long> bySite = new HashMap<>();

  /** Creates empty counts with a limit for each site. */
  SiteCounts(long mostOfSite) {
    this.mostOfSite = mostOfSite;
  }

  /** Counts a further amount for a site if this stays within its limit; returns whether it does. */
  boolean take(SiteId site, long more) {
    long sum = bySite.getOrDefault(site, 0L) + more;
    if (sum > mostOfSite) {
      return false;
    }
    bySite.put(site, sum);
    return true;
  }

  void release(SiteId site, long less) {
    bySite.computeIfPresent(site, (same, sum) -> sum > less ? sum - less : null);
  }
}
