package dev.terra.agent.site;

import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;

/** How much of something each other site has here, of which none may have more than its share. On the agent's thread. */
final class SiteCounts {
  private final long mostOfSite;
  private final Map<SiteId, Long> bySite = new HashMap<>();

  /** No site has any. */
  SiteCounts(long mostOfSite) {
    this.mostOfSite = mostOfSite;
  }

  /** Counts so much more of a site, if it may have that; returns whether it may. */
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
