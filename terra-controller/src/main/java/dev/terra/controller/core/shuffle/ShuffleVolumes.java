package dev.terra.controller.core.shuffle;

import com.google.common.collect.ImmutableSortedMap;
import dev.terra.controller.view.ReaderFigures;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes of one shuffle go from which site to which. It holds the bytes by reducer for each producing site, and the places of
 * reducers. All bytes of a broadcast go to each site that reads it. The matrix is collapsed to pairs of sites when it is read after a
 * change.
 */
final class ShuffleVolumes {
  private final Map<SiteId, long[]> produced = new TreeMap<>();
  /** The sites to which a site sends through Terra, if its agent reports them. Other sites send to all. */
  private final Map<SiteId, Set<SiteId>> carriedTo = new HashMap<>();
  private final Map<Integer, SiteId> placement = new HashMap<>();

  private final BroadcastSites sites = new BroadcastSites();
  private final MatrixRoom room = new MatrixRoom();
  private boolean broadcast;

  private boolean collapsed;
  private final Map<SitePair, Long> placed = new HashMap<>();
  /** How many reducers get these bytes. For a broadcast, each site counts as one. */
  private final Map<SitePair, Integer> readersByPair = new HashMap<>();
  private long unplacedBytes;
  private long sameSiteBytes;
  private ReaderFigures readers = ReaderFigures.NONE;

  Set<SiteId> producers() {
    return produced.keySet();
  }

  /** The room that the matrix takes. */
  MatrixRoom room() {
    return room;
  }

  private void addCells(SiteId from, int more) {
    room.add(more);
    room.addSaidBy(from, more);
  }

  int reducersFrom(SiteId site) {
    long[] bytes = produced.get(site);
    return bytes == null ? 0 : bytes.length;
  }

  /**
   * Replaces what a site produced, and to which sites it sends that through Terra (null: to all). Returns whether that changes anything.
   */
  boolean report(SiteId from, long[] bytesByReducer, @Nullable Set<SiteId> to) {
    addCells(from, bytesByReducer.length - reducersFrom(from));
    long[] bytesBefore = produced.put(from, bytesByReducer);
    Set<SiteId> toBefore = to != null ? carriedTo.put(from, to) : carriedTo.remove(from);
    boolean sameBytes = Arrays.equals(bytesBefore, bytesByReducer);
    collapsed &= sameBytes;
    return !sameBytes || !Objects.equals(to, toBefore);
  }

  /** Sets whether the shuffle is a broadcast. Returns whether that changes anything. */
  boolean broadcast(boolean now) {
    boolean other = broadcast != now;
    broadcast = now;
    collapsed &= !other;
    return other;
  }

  boolean isBroadcast() {
    return broadcast;
  }

  /**
   * Replaces the bytes of a broadcast that a site has for readers other than the first one at their site. Returns whether that changes
   * anything.
   */
  boolean reportFurther(SiteId from, Map<SiteId, Long> bytesTo) {
    boolean changed = sites.report(from, bytesTo);
    collapsed &= !changed;
    return changed;
  }

  /** Returns those of the given places that are not known yet. */
  Places news(Places places) {
    Map<Integer, SiteId> news = new TreeMap<>();
    places.siteByReducer().forEach((reducer, site) -> {
      if (!site.equals(placement.get(reducer))) {
        news.put(reducer, site);
      }
    });
    return new Places(news, sites.news(places.readingSites()));
  }

  /** Places reducers, including those that were at another site before. */
  void place(Places news) {
    int before = placement.size();
    placement.putAll(news.siteByReducer());
    room.add(placement.size() - before);
    sites.add(news.readingSites());
    collapsed &= news.isEmpty();
  }

  Places places() {
    return new Places(placement, sites.reading());
  }

  /** Forgets what a site's agent reported. Places of reducers stay. */
  void forget(SiteId site) {
    addCells(site, -reducersFrom(site));
    produced.remove(site);
    carriedTo.remove(site);
    sites.forget(site);
    collapsed = false;
  }

  /** The bytes of reducers without a place yet. */
  long unplacedBytes() {
    placed();
    return unplacedBytes;
  }

  /** The bytes that do not cross the WAN. */
  long sameSiteBytes() {
    placed();
    return sameSiteBytes;
  }

  /** Where the output is, and where it is read. */
  ReaderFigures readers() {
    placed();
    return readers;
  }

  /** All bytes that are known to be produced: the sum of the indexes. */
  long producedBytes() {
    return placed().values().stream().mapToLong(Long::longValue).sum() + unplacedBytes + sameSiteBytes;
  }

  /** The pairs of sites between which bytes cross the WAN. */
  Set<SitePair> pairs() {
    return placed().keySet();
  }

  /** Returns the bytes that were produced at the first site of a pair for reducers placed at the second. */
  long placed(SitePair pair) {
    return placed().getOrDefault(pair, 0L);
  }

  /**
   * Returns how many reducers at the second site of a pair get bytes from the first. For a broadcast, this is one if the second site reads
   * it.
   */
  int readers(SitePair pair) {
    placed();
    return readersByPair.getOrDefault(pair, 0);
  }

  /** Returns whether the agent of a pair's first site reports that it sends nothing to the second. */
  boolean bypassed(SitePair pair) {
    Set<SiteId> carried = carriedTo.get(pair.from());
    return carried != null && !carried.contains(pair.to());
  }

  private Map<SitePair, Long> placed() {
    if (!collapsed) {
      collapse();
      collapsed = true;
    }
    return placed;
  }

  private void collapse() {
    placed.clear();
    readersByPair.clear();
    unplacedBytes = 0;
    sameSiteBytes = 0;
    produced.forEach((from, bytes) -> {
      if (broadcast) {
        spread(from, Arrays.stream(bytes).sum());
      } else {
        scatter(from, bytes);
      }
    });
    readers = broadcast ? ReaderFigures.NONE : figures();
  }

  private ReaderFigures figures() {
    int count = produced.values().stream().mapToInt(bytes -> bytes.length).max().orElse(0);
    SortedMap<SiteId, Long> output = new TreeMap<>();
    produced.forEach((site, bytes) -> output.put(site, Arrays.stream(bytes).sum()));
    SortedMap<SiteId, Integer> sites = new TreeMap<>();
    placement.forEach((reducer, site) -> {
      if (reducer < count) {
        sites.merge(site, 1, Integer::sum);
      }
    });
    return new ReaderFigures(ImmutableSortedMap.copyOfSorted(output), count, ImmutableSortedMap.copyOfSorted(sites));
  }

  private void scatter(SiteId from, long[] bytes) {
    for (int reducer = 0; reducer < bytes.length; reducer++) {
      add(from, placement.get(reducer), bytes[reducer]);
    }
  }

  private void spread(SiteId from, long bytes) {
    if (sites.reading().isEmpty()) {
      unplacedBytes += bytes;
    }
    sites.reading().forEach(to -> add(from, to, bytes + sites.furtherBytes(from, to)));
  }

  private void add(SiteId from, @Nullable SiteId to, long bytes) {
    if (to == null) {
      unplacedBytes += bytes;
    } else if (to.equals(from)) {
      sameSiteBytes += bytes;
    } else if (bytes > 0) {
      SitePair pair = new SitePair(from, to);
      placed.merge(pair, bytes, Long::sum);
      readersByPair.merge(pair, 1, Integer::sum);
    }
  }
}
