package dev.terra.agent.send;

import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;

/**
 * The credit with which a new bundle starts, so that it can push ahead without waiting a round trip for its receiver's first grant. It is a
 * part of the room that the receiving site granted last. Together, all bundles that begin before the site's next grant get at most half of
 * that room. Bytes that find no room at the receiver are sent again later. It is used on the agent's thread only.
 */
final class FirstCredits {
  /** New bundles together get the site's last grant divided by this. */
  private static final int TOGETHER = 2;
  /** Each new bundle gets what is left of that, divided by this. */
  private static final int EACH = 4;

  private final Map<SiteId, Long> left = new HashMap<>();

  /** Notes that a site has granted so many bytes to one of its bundles. */
  void heard(SiteId site, long bytes) {
    left.put(site, bytes / TOGETHER);
  }

  /** Revokes the room of a site that can't be reached. */
  void forget(SiteId site) {
    left.remove(site);
  }

  /** Returns the credit in bytes with which another bundle to a site starts; 0 as long as the site has granted nothing. */
  long take(SiteId site) {
    long all = left.getOrDefault(site, 0L);
    long some = all / EACH;
    left.computeIfPresent(site, (key, bytes) -> bytes - some);
    return some;
  }
}
