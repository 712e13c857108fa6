package dev.terra.agent.receive;

import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of segments that each sending site has described and no reader has requested. Each of them takes memory as long as its shuffle
 * runs. Segments beyond a site's limit are not accepted: their bytes are dropped, and their sender gets no credit for more until readers
 * request some. It is used on the agent's thread only.
 */
final class UnaskedSegments {
  private static final Logger log = LoggerFactory.getLogger(UnaskedSegments.class);
  /**
   * The most such segments of one site. At some 1.5 KiB each, they take 75 MiB; a spool of 256 MiB that is full of segments of 4 KiB holds
   * as many.
   */
  static final int MOST_OF_SITE = 50_000;
  /** The most such segments of all sites together, which take 300 MiB. A few sites that misbehave leave room for others. */
  static final int MOST = 200_000;

  private final Map<SiteId, Integer> bySite = new HashMap<>();
  private int all;
  private long refused;
  private boolean told;

  /** Returns whether another segment of a site may be accepted. If not, it counts as refused. */
  boolean admit(SiteId site) {
    if (!isFull(site)) {
      return true;
    }
    refused++;
    if (!told) {
      told = true;
      log.warn("site {} has announced {} segments that no reader has requested, {} with those of other sites: further ones are dropped, "
          + "and are sent when a reader requests them", site, bySite.getOrDefault(site, 0), all);
    }
    return false;
  }

  /** Returns whether a site may have no more such segments. */
  boolean isFull(SiteId site) {
    return all >= MOST || bySite.getOrDefault(site, 0) >= MOST_OF_SITE;
  }

  void added(SiteId site) {
    bySite.merge(site, 1, Integer::sum);
    all++;
  }

  void removed(SiteId site) {
    bySite.computeIfPresent(site, (same, count) -> count > 1 ? count - 1 : null);
    all--;
    told &= all >= MOST_OF_SITE / 2;
  }

  /** Returns how often a segment was not accepted. */
  long refused() {
    return refused;
  }
}
