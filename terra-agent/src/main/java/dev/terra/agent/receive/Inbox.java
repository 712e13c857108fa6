package dev.terra.agent.receive;

import com.google.common.base.Ticker;
import dev.terra.agent.proof.ReaderProof;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.SiteId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that arrives for this site. Invariants: a byte of a segment is stored at most once, even if it arrives twice; no byte is
 * acknowledged before it is safe in the spool; a segment has at most one reader, and its bytes leave the spool as they are given to that
 * reader. Further bytes of a segment that was read are acknowledged and dropped. Further bytes of a segment that was given up are dropped
 * and reported to their sender as dropped, which sends them again if a reader requests them later. The inbox is used on the agent's thread
 * only.
 */
public final class Inbox {
  private static final Logger log = LoggerFactory.getLogger(Inbox.class);
  /** The most shuffles whose time for restoring chunks is kept: as many as a controller plans at once. The oldest are dropped. */
  private static final int MOST_RESTORED = 10_000;

  private final Events events;
  private final InSegments segments;
  private final Acks acks;
  private final ResendRequests resends;
  private final SegmentStore store;
  private final Fetches fetches;
  private final Descriptions descriptions;
  private final Arrivals arrivals;
  private final ArrivalWatch watch;
  private final Map<ShuffleId, Long> restoreNanos = new BoundedMap<>(MOST_RESTORED);

  /** Creates a site's inbox, which keeps its bytes in a spool. Nothing observes arrivals. */
  public Inbox(SiteId site, Spool spool, Replies replies, Events events, Ticker ticker) {
    this(site, spool, replies, new Observers(events, ArrivalWatch.NONE), ticker);
  }

  /** Creates a site's inbox, which keeps its bytes in a spool. */
  public Inbox(SiteId site, Spool spool, Replies replies, Observers observers, Ticker ticker) {
    this.watch = observers.watch;
    this.events = observers.events;
    this.segments = new InSegments(site);
    this.acks = new Acks(replies);
    this.resends = new ResendRequests(replies);
    this.store = new SegmentStore(spool, segments, resends);
    this.fetches = new Fetches(store, segments, replies, events, ticker);
    WholeChecks checks = new WholeChecks(store, fetches, events);
    this.descriptions = new Descriptions(segments, fetches, checks, new Descriptions.Answers(acks, resends));
    this.arrivals = new Arrivals(segments, store, fetches, checks, acks);
  }

  /** The observers of an inbox. */
  public record Observers(Events events, ArrivalWatch watch) {}

  /**
   * Begins a fetch. Its bytes go to the sink, possibly before this method returns.
   *
   * @return the fetch, or nothing if it was refused; then the sink has received the reason
   */
  public Optional<Fetch> fetch(List<SegmentCopy> keys, SiteId source, FetchSink sink) {
    return fetch(keys, List.of(), source, sink, ReaderProof.notNeeded(source));
  }

  /**
   * Begins a fetch of a reader that has to prove that it belongs to its job, and that may have the beginnings of segments from an earlier
   * session of this agent.
   *
   * @param taken what the reader has of each segment; empty for none
   */
  public Optional<Fetch> fetch(List<SegmentCopy> keys, List<Taken> taken, SiteId source, FetchSink sink, ReaderProof proof) {
    return begin(keys, taken, source, sink, new SegmentRequests.Terms(false, proof));
  }

  private Optional<Fetch> begin(List<SegmentCopy> keys, List<Taken> taken, SiteId source, FetchSink sink, SegmentRequests.Terms terms) {
    String problem = problemWith(keys, taken);
    if (!problem.isEmpty()) {
      sink.fail(problem);
      return Optional.empty();
    }
    List<InSegment> wanted = keys.stream().map(key -> segment(key, source)).toList();
    for (int i = 0; i < taken.size(); i++) {
      resume(wanted.get(i), taken.get(i));
    }
    return Optional.of(fetches.begin(wanted, source, sink, terms));
  }

  /**
   * Begins a fetch for which the sending site has yet to decide whether it goes through Terra. A reader of segments that are read more than
   * once gets an index of its own.
   *
   * @param taken what the reader has of each segment from an earlier session of this agent; empty for none
   */
  public Optional<Fetch> fetchUndecided(List<SegmentId> ids, List<Taken> taken, SiteId source, FetchSink sink, ReaderProof proof) {
    List<SegmentCopy> first = ids.stream().map(id -> new SegmentCopy(id, 0)).toList();
    OptionalInt index = fetches.freeIndex(first);
    if (index.isEmpty()) {
      sink.fail("too many readers have fetched the segments at this site");
      return Optional.empty();
    }
    List<SegmentCopy> keys = first.stream().map(key -> key.forReader(index.getAsInt())).toList();
    return begin(keys, taken, source, sink, new SegmentRequests.Terms(true, proof));
  }

  /** Returns whether a reader here reads a segment under this index, or has read it. */
  public boolean isTaken(SegmentCopy key) {
    return fetches.isTaken(key);
  }

  /** Returns the segment of a name from a site. A segment of that name that another site has described is dropped. */
  private InSegment segment(SegmentCopy key, SiteId source) {
    segments.find(key).filter(known -> !known.source().equals(source))
        .ifPresent(foreign -> store.drop(foreign, SenderSession.Done.GIVEN_UP));
    return segments.get(key, source);
  }

  private String problemWith(List<SegmentCopy> keys, List<Taken> taken) {
    if (!taken.isEmpty() && (taken.size() != keys.size() || taken.stream().anyMatch(of -> of.bytes() < 0))) {
      return "expected how many bytes the reader has of each of " + keys.size() + " segments, 0 or more, got " + taken;
    }
    return fetches.problemWith(keys);
  }

  private void resume(InSegment segment, Taken taken) {
    if (taken.bytes() == 0) {
      return;
    }
    store.resume(segment, taken);
    if (segment.described()) {
      // its sender may have been asked for all of it when it described bytes that were not here
      acks.send(segment, new ByteRange(0, Math.min(taken.bytes(), segment.partLength())));
      resends.again(segment, segment.missing());
    }
  }

  /** Processes a sending site's description of a segment: its number, or why the site cannot send it. */
  public void meta(Tunnel tunnel, SegmentMeta meta) {
    descriptions.take(tunnel, meta);
  }

  /** Returns whether a reader waits for segments of a shuffle from a site. */
  public boolean waitsFor(ShuffleId shuffle, SiteId site) {
    return fetches.waitsFor(shuffle, site);
  }

  /** Returns how many segments were not accepted, since a site had described too many that no reader had requested. */
  public long refusedSegments() {
    return segments.refused();
  }

  /** Processes bytes of a segment. */
  public void data(Tunnel tunnel, Frame frame, boolean intact) {
    long id = frame.header().segment();
    long start = frame.header().offset();
    long end = start + frame.header().length();
    if (start == end) {
      return;
    }
    SenderSession sender = segments.sender(tunnel.peerSite(), tunnel.peerSession());
    Optional<SenderSession.Done> done = sender.done(id);
    if (done.isPresent()) {
      if (done.get() == SenderSession.Done.READ) {
        acks.add(tunnel, id, start, end);
      } else {
        acks.addDropped(tunnel, id, start, end);
      }
      return;
    }
    Optional<InSegment> segment = sender.segment(id);
    if (!intact) {
      corrupt(tunnel, id, start, end);
    } else if (segment.isEmpty()) {
      resends.again(tunnel.peerSite(), id, List.of(new ByteRange(start, end)));
    } else if (end > segment.get().partLength()) {
      throw new IllegalArgumentException(
          "segment " + segment.get().key() + " has " + segment.get().partLength() + " bytes, got " + start + ".." + end);
    } else {
      watch.arrived(segment.get().key(), tunnel.path(), end - start);
      if (frame.restoreNanos() > 0) {
        restoreNanos.merge(segment.get().key().shuffle(), frame.restoreNanos(), Long::sum);
      }
      arrivals.take(tunnel, segment.get(), frame);
    }
  }

  private void corrupt(Tunnel tunnel, long id, long start, long end) {
    log.error("corrupt chunk on tunnel {} from {}: segment {} bytes {}..{}; requested again",
        tunnel.path(), tunnel.peerAgent(), id, start, end);
    events.add(AgentEventKind.CORRUPT_CHUNK, tunnel.path().toString(),
        "segment " + id + " bytes " + start + ".." + end + ", requested again");
    resends.again(tunnel.peerSite(), id, List.of(new ByteRange(start, end)));
  }

  /** Ends a site's part of a shuffle: fails the fetches that read its segments, and drops these. */
  public void dropShuffle(ShuffleId shuffle, SiteId source) {
    fetches.dropShuffle(shuffle, source);
  }

  /** Ends a shuffle: fails the fetches that read its segments, and drops everything that belongs to it. */
  public void dropShuffle(ShuffleId shuffle) {
    restoreNanos.remove(shuffle);
    fetches.dropShuffle(shuffle);
  }

  /** Continues the fetches from a site, as the site has sent the key by which readers' proofs are checked. */
  public void granted(SiteId site) {
    fetches.granted(site);
  }

  /** Handles that a tunnel to or from a site went down or came up: earlier messages may have been lost. */
  public void tunnelsChanged(SiteId site) {
    fetches.askSoon(site);
  }

  /** Sends acknowledgements that have waited long enough. It is to be called every 20 ms. */
  public void flush() {
    acks.flush();
  }

  /** Checks all deadlines. It is to be called every 100 ms. */
  public void tick() {
    fetches.tick();
    store.reviveRefused();
  }

  /** Returns the bundles for which further credit makes sense, and whether each has been active since the last call. */
  public List<ExpectedBundle> takeExpected() {
    return segments.takeExpected();
  }

  /**
   * Returns for how long threads have restored compressed chunks, in nanoseconds by shuffle. For a shuffle that is missing, they have taken
   * no time.
   */
  public Map<ShuffleId, Long> restoreNanos() {
    return Collections.unmodifiableMap(restoreNanos);
  }

  /** Returns the number of readers at present. */
  public int readers() {
    return fetches.count();
  }

  /** Returns how long readers have waited so far. */
  public FetchWaits waits() {
    return fetches.waits();
  }
}
