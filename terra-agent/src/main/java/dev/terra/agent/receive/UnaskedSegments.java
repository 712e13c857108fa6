package dev.terra.agent.receive;

import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many segments each sending site has described that no reader has asked for: each takes memory as long as its shuffle runs. One more
 * than a site may have is not taken: what comes of it is dropped, and its sender gets no credit for more, until readers come for some. On
 * the agent's thread.
 */
final class UnaskedSegments {
  private static final Logger log = LoggerFactory.getLogger(UnaskedSegments.class);
  /** At some 1.5 KiB each 75 MiB; a spool of 256 MiB that is full of segments of 4 KiB holds as many. */
  static final int MOST_OF_SITE = 50_000;
  /** The most of all sites, 300 MiB: a few that misbehave leave room for others. */
  static final int MOST = 200_000;

  private final Map<SiteId, Integer> bySite = new HashMap<>();
  private int all;
  private long refused;
  private boolean told;

  /** Whether another one of a site may be taken; it counts as refused if not. */
  boolean admit(SiteId site) {
    if (!isFull(site)) {
      return true;
    }
    refused++;
    if (!told) {
      told = true;
      log.warn("site {} has described {} segments that nobody has asked for, {} with those of others: more are dropped and go when "
          + "a reader "
          + "asks", site, bySite.getOrDefault(site, 0), all);
    }
    return false;
  }

  /** Whether a site may have no more. */
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

  /** How often a segment was not taken. */
  long refused() {
    return refused;
  }
}
