package dev.terra.agent.send;

import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;

/**
 * What a bundle may push ahead before its receiver has said how much room there is for it, so that it need not wait a round trip for that:
 * a part of what the receiver's site said last. All bundles that begin before it speaks again have no more than half of that together; what
 * finds no room after all is sent again later. On the agent's thread.
 */
final class FirstCredits {
  /** What new bundles have together of a site's last word. */
  private static final int TOGETHER = 2;
  /** What each has of what is left of that. */
  private static final int EACH = 4;

  private final Map<SiteId, Long> left = new HashMap<>();

  /** A site has so much room for one of its bundles. */
  void heard(SiteId site, long bytes) {
    left.put(site, bytes / TOGETHER);
  }

  /** A site can't be reached: what it said holds no more. */
  void forget(SiteId site) {
    left.remove(site);
  }

  /** What one more bundle to a site may begin with, bytes: nothing while the site has not spoken. */
  long take(SiteId site) {
    long all = left.getOrDefault(site, 0L);
    long some = all / EACH;
    left.computeIfPresent(site, (key, bytes) -> bytes - some);
    return some;
  }
}
