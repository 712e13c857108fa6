package dev.terra.controller.core.shuffle;

import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The bundles of one shuffle: what there is to send, and the progress of each bundle. */
final class BundleBook {
  private final ShuffleVolumes volumes = new ShuffleVolumes();
  private final ProgressBook progress = new ProgressBook();
  private final SentPaths sent = new SentPaths();
  private boolean onDemand;
  /** All bundles; null after a change, until they are computed again. */
  private @Nullable SortedMap<SitePair, BundleState> all;

  /** What there is to send. It is changed only through this object. */
  ShuffleVolumes volumes() {
    return volumes;
  }

  /**
   * Replaces what a site produced, and to which sites it sends that through Terra (null: to all). Returns whether that changes anything.
   */
  boolean report(SiteId from, long[] bytesByReducer, @Nullable Set<SiteId> to) {
    boolean changed = volumes.report(from, bytesByReducer, to);
    return noteChange(changed);
  }

  /** Sets whether the shuffle is a broadcast. Returns whether that changes anything. */
  boolean broadcast(boolean now) {
    return noteChange(volumes.broadcast(now));
  }

  /** Whether no byte of the shuffle is sent before a reader requests it. */
  boolean isOnDemand() {
    return onDemand;
  }

  /** Notes that no byte of the shuffle is sent before a reader requests it. Returns whether that changes anything. */
  boolean onDemand() {
    boolean news = !onDemand;
    onDemand = true;
    return noteChange(news);
  }

  /**
   * Replaces the bytes of a broadcast that a site has for readers other than the first one at their site. Returns whether that changes
   * anything.
   */
  boolean reportFurther(SiteId from, Map<SiteId, Long> bytesTo) {
    return noteChange(volumes.reportFurther(from, bytesTo));
  }

  /** Merges places, of which the latest counts. Returns those that have changed. */
  Places place(Places places) {
    Places news = volumes.news(places);
    volumes.place(news);
    noteChange(!news.isEmpty());
    return news;
  }

  /** Replaces a bundle's progress. Returns whether that changes anything. */
  boolean progress(SitePair pair, ProgressBook.Done done) {
    boolean changed = progress.report(pair, done);
    return noteChange(changed);
  }

  /** Takes over what an agent has counted of a bundle on some paths. Returns whether that is more than before. */
  boolean sent(SliceId from, long session, SitePair pair, Map<Path, Long> bytes) {
    return noteChange(sent.report(from, session, pair, bytes));
  }

  /** What agents have counted on paths. While the shuffle runs, it is changed only through this object. */
  SentPaths sentPaths() {
    return sent;
  }

  /** Notes that all bytes that were to be sent have arrived. */
  void allArrived() {
    all().forEach((pair, bundle) -> progress.report(pair, bundle.done().allOf(bundle.expected())));
    noteChange(true);
  }

  /** Forgets what a site's agent reported. The agent reports everything again on its new stream. */
  void forget(SiteId site) {
    volumes.forget(site);
    progress.forget(site);
    noteChange(true);
  }

  private boolean noteChange(boolean changed) {
    if (changed) {
      all = null;
    }
    return changed;
  }

  /** Returns one bundle. */
  BundleState of(SitePair pair) {
    return new BundleState(volumes.placed(pair), progress.of(pair), volumes.bypassed(pair), onDemand, sent.of(pair));
  }

  /** All bundles of which anything is known, in order of their sites. The object stays the same until a bundle changes. */
  SortedMap<SitePair, BundleState> all() {
    if (all == null) {
      SortedMap<SitePair, BundleState> bundles = new TreeMap<>();
      volumes.pairs().forEach(pair -> bundles.put(pair, of(pair)));
      progress.pairs().forEach(pair -> bundles.computeIfAbsent(pair, this::of));
      all = Collections.unmodifiableSortedMap(bundles);
    }
    return all;
  }

  /** Returns whether any bytes with a known destination are left to cross the WAN through Terra. */
  boolean anyLeft() {
    return volumes.pairs().stream().anyMatch(pair -> of(pair).remaining() > 0)
        || progress.pairs().stream().anyMatch(pair -> of(pair).remaining() > 0);
  }
}
