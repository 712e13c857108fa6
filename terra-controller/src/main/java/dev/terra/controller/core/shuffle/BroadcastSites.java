package dev.terra.controller.core.shuffle;

import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The sites that read a broadcast, and the bytes for readers other than the first one at their site. */
final class BroadcastSites {
  private final Set<SiteId> reading = new TreeSet<>();
  /** The bytes for these further readers, by producing site, then by reading site. */
  private final Map<SiteId, Map<SiteId, Long>> furtherBytes = new HashMap<>();

  Set<SiteId> reading() {
    return reading;
  }

  /** Returns those of the given sites that are not known to read. */
  Set<SiteId> news(Set<SiteId> sites) {
    Set<SiteId> news = new TreeSet<>(sites);
    news.removeAll(reading);
    return news;
  }

  /** Adds sites that read. */
  void add(Set<SiteId> sites) {
    reading.addAll(sites);
  }

  /** Replaces the bytes that a site has for readers other than the first one at their site. Returns whether that changes anything. */
  boolean report(SiteId from, Map<SiteId, Long> bytesTo) {
    Map<SiteId, Long> before = bytesTo.isEmpty() ? furtherBytes.remove(from) : furtherBytes.put(from, bytesTo);
    return !bytesTo.equals(before == null ? Map.of() : before);
  }

  long furtherBytes(SiteId from, SiteId to) {
    return furtherBytes.getOrDefault(from, Map.of()).getOrDefault(to, 0L);
  }

  /** Forgets the bytes that a site's agent reported. */
  void forget(SiteId from) {
    furtherBytes.remove(from);
  }
}
