package dev.terra.agent.receive;

import com.google.common.base.Ticker;
import com.google.common.collect.Lists;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The readers at this site. It holds the fetch that reads each segment and the number of bytes that each reader may request, and drops
 * segments whose reader has gone.
 */
final class Fetches implements Fetch.Owner {
  private static final Logger log = LoggerFactory.getLogger(Fetches.class);
  /** The largest window of a reader. It suffices for the product of any rate and round trip that one reader gets. */
  private static final long MAX_WINDOW_BYTES = 16L << 20;
  private static final long MIN_WINDOW_BYTES = 64L << 10;
  /** The most readers of a segment. Usually a few attempts of a task and a few stages read it; further readers take the stock path. */
  private static final int MAX_INDEXES = 64;
  /** The most readers at a time. A site has far fewer reduce slots. */
  static final int MAX_FETCHES = 4_096;
  private static final double NANOS = 1e9;

  private final SegmentStore store;
  private final InSegments segments;
  private final Replies replies;
  private final Events events;
  private final Ticker ticker;
  private final Set<Fetch> fetches = new LinkedHashSet<>();
  private final Map<InSegment, Fetch> readers = new HashMap<>();
  private FetchWaits waits = FetchWaits.NONE;

  Fetches(SegmentStore store, InSegments segments, Replies replies, Events events, Ticker ticker) {
    this.store = store;
    this.segments = segments;
    this.replies = replies;
    this.events = events;
    this.ticker = ticker;
  }

  /** Returns why these segments cannot be fetched; empty if they can. */
  String problemWith(List<SegmentCopy> keys) {
    if (keys.isEmpty() || new HashSet<>(keys).size() != keys.size()) {
      return "expected one or more different segments";
    }
    if (fetches.size() >= MAX_FETCHES) {
      return "already " + MAX_FETCHES + " readers";
    }
    for (SegmentCopy key : keys) {
      if (segments.find(key).map(readers::get).isPresent()) {
        return "another reader fetches " + key;
      }
    }
    return "";
  }

  /**
   * Returns the lowest index under which no reader reads, or has read, any of these segments here. Several attempts of a task or several
   * stages may read a segment.
   */
  OptionalInt freeIndex(List<SegmentCopy> keys) {
    return IntStream.range(0, MAX_INDEXES)
        .filter(index -> keys.stream().map(key -> key.forReader(index)).noneMatch(this::isTaken)).findFirst();
  }

  /** Returns whether a reader here reads a segment, or has read it. */
  boolean isTaken(SegmentCopy key) {
    return segments.find(key).map(readers::get).isPresent()
        || segments.done(key).filter(why -> why == SenderSession.Done.READ).isPresent();
  }

  /**
   * Begins to read segments of one site.
   *
   * @param terms the terms on which the reader requests them
   */
  Fetch begin(List<InSegment> wanted, SiteId source, FetchSink sink, SegmentRequests.Terms terms) {
    SegmentRequests requests = new SegmentRequests(replies, source, wanted, terms);
    Fetch fetch = new Fetch(store, requests, sink, ticker, this);
    wanted.forEach(segment -> {
      readers.put(segment, fetch);
      segments.want(segment);
    });
    fetches.add(fetch);
    fetch.proceed();
    return fetch;
  }

  @Override
  public long windowBytes() {
    return Math.max(MIN_WINDOW_BYTES, Math.min(MAX_WINDOW_BYTES, store.reservedBytes() / Math.max(1, fetches.size())));
  }

  /** Returns the fetch that streams a segment to its reader. There is one at most. */
  Optional<Fetch> readerOf(InSegment segment) {
    return Optional.ofNullable(readers.get(segment));
  }

  @Override
  public void completed(Fetch fetch) {
    fetches.remove(fetch);
    noteFirstByte(fetch);
    waits = waits.plusLastByte(fetch.waitNanos() / NANOS);
    forget(fetch);
  }

  @Override
  public void abandoned(Fetch fetch, String reason) {
    fetches.remove(fetch);
    noteFirstByte(fetch);
    if (!fetch.isBypassed()) {
      note(fetch, reason);
    }
    for (InSegment segment : fetch.segments()) {
      if (segments.withdraw(segment)) {
        store.drop(segment, SenderSession.Done.GIVEN_UP);
      }
    }
    forget(fetch);
  }

  private void noteFirstByte(Fetch fetch) {
    fetch.firstByteWaitNanos().ifPresent(nanos -> waits = waits.plusFirstByte(nanos / NANOS));
  }

  private void forget(Fetch fetch) {
    fetch.segments().forEach(segment -> readers.remove(segment, fetch));
  }

  private void note(Fetch fetch, String reason) {
    SegmentCopy first = fetch.segments().get(0).key();
    String done = fetch.progress();
    log.warn("fetch of {} segments of {} for reader {} from {} ended after {}: {}",
        fetch.segments().size(), first.shuffle(), first.reader(), first.originIp(), done, reason);
    events.add(AgentEventKind.FETCH_ENDED, fetch.source().name(),
        first.shuffle() + " reader " + first.reader() + ", " + done + ": " + reason);
  }

  /** Handles that a segment cannot be sent: its reader gets the reason, and a segment without a reader is forgotten. */
  void fail(InSegment segment, String why) {
    readerOf(segment).ifPresentOrElse(fetch -> fetch.fail(why), () -> store.drop(segment, SenderSession.Done.GIVEN_UP));
  }

  /** Handles that the sending site leaves a segment to the stock path. */
  void bypass(InSegment segment, String why) {
    readerOf(segment).ifPresent(fetch -> fetch.bypass(why));
  }

  /** Ends a site's part of a shuffle: fails the fetches that read its segments, and drops these. */
  void dropShuffle(ShuffleId shuffle, SiteId source) {
    segments.ofShuffle(shuffle).stream().filter(segment -> segment.source().equals(source)).forEach(segment -> drop(segment, shuffle));
  }

  private void drop(InSegment segment, ShuffleId shuffle) {
    readerOf(segment).ifPresent(fetch -> fetch.fail("shuffle " + shuffle + " is over"));
    store.drop(segment, SenderSession.Done.GIVEN_UP);
  }

  /** Ends a shuffle: fails the fetches that read its segments, and drops these. */
  void dropShuffle(ShuffleId shuffle) {
    segments.ofShuffle(shuffle).forEach(segment -> drop(segment, shuffle));
    segments.forget(shuffle);
  }

  /**
   * Makes room for a reader that cannot go on without certain bytes: of the bytes that readers will need later, the last piece in memory is
   * returned to its sender. Otherwise a spool full of bytes from behind a gap would never be emptied. Returns false if there is no such
   * piece.
   */
  boolean makeRoom() {
    for (Fetch newest : Lists.reverse(List.copyOf(fetches))) {
      Optional<Fetch.Later> later = newest.lastInMemory();
      if (later.isPresent()) {
        store.evict(later.get().segment(), later.get().range().start(), later.get().range().end());
        return true;
      }
    }
    return false;
  }

  /** Makes the fetches from a site repeat their requests, since earlier messages to or from the site may have been lost. */
  void askSoon(SiteId site) {
    fetches.stream().filter(fetch -> fetch.source().equals(site)).forEach(Fetch::askSoon);
  }

  /** Returns whether a reader waits for segments of a shuffle from a site. */
  boolean waitsFor(ShuffleId shuffle, SiteId site) {
    return fetches.stream().anyMatch(fetch -> fetch.source().equals(site) && fetch.segments().get(0).key().shuffle().equals(shuffle));
  }

  /** Continues the fetches from a site, as the site has sent the key by which readers' proofs are checked. */
  void granted(SiteId site) {
    List.copyOf(fetches).stream().filter(fetch -> fetch.source().equals(site)).forEach(Fetch::proceed);
  }

  /** Checks the deadlines of all fetches. */
  void tick() {
    long now = ticker.read();
    List.copyOf(fetches).forEach(fetch -> fetch.tick(now));
  }

  int count() {
    return fetches.size();
  }

  /** Returns how long readers have waited so far. */
  FetchWaits waits() {
    return waits;
  }
}
