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
 * How many bytes of one shuffle go from where to where: bytes by reducer for each producing site, and where reducers run; of a broadcast
 * all bytes go to each site that reads it. The matrix is collapsed to pairs of sites when it is asked for and has changed.
 */
final class ShuffleVolumes {
  private final Map<SiteId, long[]> produced = new TreeMap<>();
  /** To which sites a site sends through Terra, where its agent says so; from others to all. */
  private final Map<SiteId, Set<SiteId>> carriedTo = new HashMap<>();
  private final Map<Integer, SiteId> placement = new HashMap<>();

  private final BroadcastSites sites = new BroadcastSites();
  private final MatrixRoom room = new MatrixRoom();
  private boolean broadcast;

  private boolean collapsed;
  private final Map<SitePair, Long> placed = new HashMap<>();
  /** How many reducers get those bytes; of a broadcast each site counts as one. */
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

  /** Replaces what a site produced, and to which sites it sends that through Terra (null: to all); true if that changes anything. */
  boolean report(SiteId from, long[] bytesByReducer, @Nullable Set<SiteId> to) {
    addCells(from, bytesByReducer.length - reducersFrom(from));
    long[] bytesBefore = produced.put(from, bytesByReducer);
    Set<SiteId> toBefore = to != null ? carriedTo.put(from, to) : carriedTo.remove(from);
    boolean sameBytes = Arrays.equals(bytesBefore, bytesByReducer);
    collapsed &= sameBytes;
    return !sameBytes || !Objects.equals(to, toBefore);
  }

  /** Whether it is a broadcast; true if that is another than before. */
  boolean broadcast(boolean now) {
    boolean other = broadcast != now;
    broadcast = now;
    collapsed &= !other;
    return other;
  }

  boolean isBroadcast() {
    return broadcast;
  }

  /** Replaces what a site has of a broadcast for readers that are not the first ones at theirs; true if that changes anything. */
  boolean reportFurther(SiteId from, Map<SiteId, Long> bytesTo) {
    boolean changed = sites.report(from, bytesTo);
    collapsed &= !changed;
    return changed;
  }

  /** The places among some that are not known yet. */
  Places news(Places places) {
    Map<Integer, SiteId> news = new TreeMap<>();
    places.siteByReducer().forEach((reducer, site) -> {
      if (!site.equals(placement.get(reducer))) {
        news.put(reducer, site);
      }
    });
    return new Places(news, sites.news(places.readingSites()));
  }

  /** Places reducers, also those that were somewhere else before. */
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

  /** Forgets what a site's agent said; placements stay. */
  void forget(SiteId site) {
    addCells(site, -reducersFrom(site));
    produced.remove(site);
    carriedTo.remove(site);
    sites.forget(site);
    collapsed = false;
  }

  /** Bytes of reducers without a place yet. */
  long unplacedBytes() {
    placed();
    return unplacedBytes;
  }

  /** Bytes that cross no WAN. */
  long sameSiteBytes() {
    placed();
    return sameSiteBytes;
  }

  /** Where the output is, and where it is read. */
  ReaderFigures readers() {
    placed();
    return readers;
  }

  /** Everything known to be produced: the sum of the indexes. */
  long producedBytes() {
    return placed().values().stream().mapToLong(Long::longValue).sum() + unplacedBytes + sameSiteBytes;
  }

  /** The pairs of sites between which there is anything to cross the WAN. */
  Set<SitePair> pairs() {
    return placed().keySet();
  }

  /** Bytes of the reducers placed at a pair's second site that were produced at its first. */
  long placed(SitePair pair) {
    return placed().getOrDefault(pair, 0L);
  }

  /** How many reducers at a pair's second site get bytes from its first; of a broadcast that is one, if any is there. */
  int readers(SitePair pair) {
    placed();
    return readersByPair.getOrDefault(pair, 0);
  }

  /** Whether the agent of a pair's first site says that it sends nothing to the second. */
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
