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

/** The bundles of one shuffle: what there is to send, and how far each is. */
final class BundleBook {
  private final ShuffleVolumes volumes = new ShuffleVolumes();
  private final ProgressBook progress = new ProgressBook();
  private final SentPaths sent = new SentPaths();
  private boolean onDemand;
  /** Null again when any has changed. */
  private @Nullable SortedMap<SitePair, BundleState> all;

  /** What there is to send; to be changed through this object only. */
  ShuffleVolumes volumes() {
    return volumes;
  }

  /** Replaces what a site produced, and to which sites it sends that through Terra (null: to all); true if that changes anything. */
  boolean report(SiteId from, long[] bytesByReducer, @Nullable Set<SiteId> to) {
    boolean changed = volumes.report(from, bytesByReducer, to);
    return noteChange(changed);
  }

  /** Whether it is a broadcast; true if that changes anything. */
  boolean broadcast(boolean now) {
    return noteChange(volumes.broadcast(now));
  }

  /** Whether nothing of it is sent before it is asked for. */
  boolean isOnDemand() {
    return onDemand;
  }

  /** Notes that nothing of it is sent before it is asked for; true if that has changed. */
  boolean onDemand() {
    boolean news = !onDemand;
    onDemand = true;
    return noteChange(news);
  }

  /** Replaces what a site has of a broadcast for readers that are not the first ones at theirs; true if that changes anything. */
  boolean reportFurther(SiteId from, Map<SiteId, Long> bytesTo) {
    return noteChange(volumes.reportFurther(from, bytesTo));
  }

  /** Merges places, of which the latest counts; returns those that have changed. */
  Places place(Places places) {
    Places news = volumes.news(places);
    volumes.place(news);
    noteChange(!news.isEmpty());
    return news;
  }

  /** Replaces a bundle's progress; true if that changes anything. */
  boolean progress(SitePair pair, ProgressBook.Done done) {
    boolean changed = progress.report(pair, done);
    return noteChange(changed);
  }

  /** Takes over what an agent has counted of a bundle on some paths; true if that is more than before. */
  boolean sent(SliceId from, long session, SitePair pair, Map<Path, Long> bytes) {
    return noteChange(sent.report(from, session, pair, bytes));
  }

  /** What agents have counted on paths; to be changed through this object only, while its shuffle runs. */
  SentPaths sentPaths() {
    return sent;
  }

  /** All that was to be sent has arrived. */
  void allArrived() {
    all().forEach((pair, bundle) -> progress.report(pair, bundle.done().allOf(bundle.expected())));
    noteChange(true);
  }

  /** Forgets what a site's agent said: a new stream says everything again. */
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

  /** One bundle. */
  BundleState of(SitePair pair) {
    return new BundleState(volumes.placed(pair), progress.of(pair), volumes.bypassed(pair), onDemand, sent.of(pair));
  }

  /** All bundles of which anything is known, in order of their sites; the same object until any changes. */
  SortedMap<SitePair, BundleState> all() {
    if (all == null) {
      SortedMap<SitePair, BundleState> bundles = new TreeMap<>();
      volumes.pairs().forEach(pair -> bundles.put(pair, of(pair)));
      progress.pairs().forEach(pair -> bundles.computeIfAbsent(pair, this::of));
      all = Collections.unmodifiableSortedMap(bundles);
    }
    return all;
  }

  /** Whether anything placed is left to cross the WAN through Terra. */
  boolean anyLeft() {
    return volumes.pairs().stream().anyMatch(pair -> of(pair).remaining() > 0)
        || progress.pairs().stream().anyMatch(pair -> of(pair).remaining() > 0);
  }
}
