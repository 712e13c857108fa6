package dev.terra.agent.receive;

import com.google.common.base.Ticker;
import com.google.common.collect.Lists;
import dev.terra.agent.spool.Piece;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that arrives for this site. Invariants: a byte of a segment is stored at most once, whatever comes twice;
 * nothing is acknowledged before it is safe in the spool; a segment has at most one reader, and its bytes leave the spool as
 * they go to it. More of a segment that was read is acknowledged and dropped; more of one that was given up is dropped, and its
 * sender told so: it counts as sent again should somebody ask for it later.
 * On the agent's thread.
 */
public final class Inbox {
  private static final Logger log = LoggerFactory.getLogger(Inbox.class);
  /** A reader's window: enough for the product of any rate and round trip that one reader gets. */
  private static final long MAX_WINDOW_BYTES = 16L << 20;
  private static final long MIN_WINDOW_BYTES = 64L << 10;
  /** Readers at a time; a site has far fewer reduce slots than this. */
  static final int MAX_FETCHES = 4_096;
  /** Times that a segment's checksum may be wrong before its reader is sent elsewhere. */
  private static final int MAX_MISMATCHES = 3;

  private final Spool spool;
  private final Replies replies;
  private final Events events;
  private final Ticker ticker;
  private final Acks acks;
  private final Appeals appeals;
  private final Segments segments = new Segments();
  private final Set<Fetch> fetches = new LinkedHashSet<>();
  private final Set<InSegment> refused = new LinkedHashSet<>();

  /** An inbox that keeps its bytes in a spool. */
  public Inbox(Spool spool, Replies replies, Events events, Ticker ticker) {
    this.spool = spool;
    this.replies = replies;
    this.events = events;
    this.ticker = ticker;
    this.acks = new Acks(replies);
    this.appeals = new Appeals(replies);
  }

  Spool spool() {
    return spool;
  }

  Replies replies() {
    return replies;
  }

  long nowNanos() {
    return ticker.read();
  }

  /** How many bytes beyond what it has taken a reader may ask for. */
  long windowBytes() {
    return Math.max(MIN_WINDOW_BYTES, Math.min(MAX_WINDOW_BYTES, spool.reservedBytes() / Math.max(1, fetches.size())));
  }

  /**
   * Begins a fetch; the sink is told everything further, possibly before this returns.
   *
   * @return the fetch, or nothing if it was refused, of which the sink has been told
   */
  public Optional<Fetch> fetch(List<SegmentCopy> keys, SiteId source, FetchSink sink) {
    return fetch(keys, List.of(), source, sink);
  }

  /**
   * What a reader has of a segment.
   *
   * @param bytes how many, from the first on; 0 or more
   * @param crc their CRC32C
   */
  public record Taken(long bytes, int crc) {}

  /**
   * The same for a reader whom an earlier session of this agent has given the beginnings already.
   *
   * @param taken what of each segment the reader has; empty for none
   */
  public Optional<Fetch> fetch(List<SegmentCopy> keys, List<Taken> taken, SiteId source, FetchSink sink) {
    String problem = problemWith(keys, taken);
    if (!problem.isEmpty()) {
      sink.fail(problem);
      return Optional.empty();
    }
    List<InSegment> wanted = keys.stream().map(key -> segments.get(key, source)).toList();
    for (int i = 0; i < taken.size(); i++) {
      resume(wanted.get(i), taken.get(i));
    }
    Fetch fetch = new Fetch(this, sink, source, wanted, nowNanos());
    wanted.forEach(segment -> segment.reader(fetch));
    keys.forEach(segments::want);
    fetches.add(fetch);
    fetch.proceed();
    return Optional.of(fetch);
  }

  private void resume(InSegment segment, Taken taken) {
    if (taken.bytes() == 0) {
      return;
    }
    List<Piece> useless = segment.resume(taken.bytes(), taken.crc());
    segments.update(segment);
    useless.forEach(spool::free);
    if (segment.described()) {
      // its sender may have been asked for all of it when it spoke of bytes that were not here
      acks.send(segment, new ByteRange(0, Math.min(taken.bytes(), segment.partLength())));
      appeals.again(segment, segment.missing(0, segment.partLength()));
    }
  }

  private String problemWith(List<SegmentCopy> keys, List<Taken> taken) {
    if (!taken.isEmpty() && (taken.size() != keys.size() || taken.stream().anyMatch(of -> of.bytes() < 0))) {
      return "expected what the reader has of each of " + keys.size() + " segments, 0 or more, got " + taken;
    }
    if (keys.isEmpty() || new HashSet<>(keys).size() != keys.size()) {
      return "expected one or more different segments";
    }
    if (fetches.size() >= MAX_FETCHES) {
      return "already " + MAX_FETCHES + " readers";
    }
    for (SegmentCopy key : keys) {
      if (segments.find(key).flatMap(InSegment::reader).isPresent()) {
        return "another reader takes " + key;
      }
    }
    return "";
  }

  /** A sending site says what a number stands for, or why it can't send it. */
  public void meta(Tunnel tunnel, SegmentMeta meta) {
    SegmentCopy key = SegmentCopy.of(meta);
    SiteId site = tunnel.peerSite();
    Optional<InSegment> known = segments.find(key);
    if (!meta.getProblem().isEmpty()) {
      known.ifPresent(segment -> problem(segment, site, meta.getProblem()));
      return;
    }
    Sender sender = segments.sender(site, tunnel.peerSession());
    if (known.isEmpty() && segments.done(key).isPresent()) {
      done(tunnel, key, meta, sender);
      return;
    }
    if (known.isEmpty() && sender.done(meta.getSegment()).isPresent()) {
      return; // said again after its reader took all of it: nobody needs it any more
    }
    InSegment segment = segments.get(key, site);
    if (meta.getPartLength() < 0 || (segment.described() && segment.partLength() != meta.getPartLength())) {
      throw new IllegalArgumentException("segment " + key + ": length " + meta.getPartLength() + " after " + segment.partLength());
    }
    segment.describe(meta.getPartLength(), meta.getRawLength());
    segment.reader().ifPresent(Fetch::answered);
    boolean news = segment.senderId() != meta.getSegment();
    segment.checksum(meta.hasCrc32C() ? Optional.of(meta.getCrc32C()) : Optional.empty(), meta.getCrcFollows());
    segments.update(segment);
    if (news || segment.reader().isEmpty()) {
      segments.stir(segment); // not if it answers a question that was asked again
    }
    if (news) {
      segment.safeRanges().forEach(range -> acks.add(tunnel, meta.getSegment(), range.start(), range.end()));
    }
    segment.senderId(meta.getSegment());
    sender.describe(meta.getSegment(), segment);
    if (meta.getAcknowledgedBytes() > segment.receivedBytes() || (news && segment.isResumed())) {
      appeals.again(segment, segment.missing(0, segment.partLength()));
    }
    checkWhole(segment);
    segment.reader().ifPresent(Fetch::proceed);
  }

  /** Nobody waits for it any more: its sender hears so, which may have been started again and know nothing. */
  private void done(Tunnel tunnel, SegmentCopy key, SegmentMeta meta, Sender sender) {
    Sender.Done why = segments.done(key).orElseThrow();
    sender.done(meta.getSegment(), why);
    if (why == Sender.Done.GIVEN_UP) {
      appeals.withdrawn(key, tunnel.peerSite());
    } else if (meta.getPartLength() > meta.getAcknowledgedBytes()) {
      acks.add(tunnel, meta.getSegment(), 0, meta.getPartLength());
    }
  }

  private void problem(InSegment segment, SiteId site, String problem) {
    segment.reader().ifPresentOrElse(
        fetch -> fetch.fail(site + " cannot send " + segment.key() + ": " + problem),
        () -> drop(segment, Sender.Done.GIVEN_UP));
  }

  /** Bytes of a segment. */
  public void data(Tunnel tunnel, Frame frame, boolean intact) {
    long id = frame.header().segment();
    long start = frame.header().offset();
    long end = start + frame.header().length();
    if (start == end) {
      return;
    }
    Sender sender = segments.sender(tunnel.peerSite(), tunnel.peerSession());
    Optional<Sender.Done> done = sender.done(id);
    if (done.isPresent()) {
      if (done.get() == Sender.Done.READ) {
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
      appeals.again(tunnel.peerSite(), id, List.of(new ByteRange(start, end)));
    } else if (end > segment.get().partLength()) {
      throw new IllegalArgumentException(
          "segment " + segment.get().key() + " has " + segment.get().partLength() + " bytes, got " + start + ".." + end);
    } else {
      store(tunnel, segment.get(), frame);
    }
  }

  private void corrupt(Tunnel tunnel, long id, long start, long end) {
    log.error("corrupt chunk on tunnel {} from {}: segment {} bytes {}..{}; asked for again",
        tunnel.path(), tunnel.peerAgent(), id, start, end);
    events.add("corrupt-chunk", tunnel.path().toString(), "segment " + id + " bytes " + start + ".." + end + ", asked for again");
    appeals.again(tunnel.peerSite(), id, List.of(new ByteRange(start, end)));
  }

  private void store(Tunnel tunnel, InSegment segment, Frame frame) {
    long start = frame.header().offset();
    long end = start + frame.header().length();
    List<ByteRange> missing = segment.missing(start, end);
    if (missing.isEmpty()) {
      if (segment.safe(start, end)) {
        acks.add(tunnel, frame.header().segment(), start, end);
      }
      return;
    }
    boolean stored = false;
    for (ByteRange range : missing) {
      boolean whole = range.length() == frame.payload().length;
      byte[] bytes = whole ? frame.payload()
          : Arrays.copyOfRange(frame.payload(), (int) (range.start() - start), (int) (range.end() - start));
      stored |= storeNew(tunnel, segment, range, bytes, whole ? frame.payloadCrc() : Checksum.of(bytes));
    }
    segment.cameBy(tunnel.path());
    segments.update(segment);
    checkWhole(segment);
    if (segment.complete()) {
      acks.hasten(frame.header().segment());
    }
    if (stored) {
      segment.reader().ifPresent(Fetch::progressed);
    }
    segment.reader().ifPresent(Fetch::proceed);
  }

  /**
   * Every chunk was what its own checksum said, and yet all together may not be what was sent: bytes that changed in a memory
   * on the way before a checksum was taken, or a piece that is in the wrong place. What no reader has seen is asked for again.
   */
  private void checkWhole(InSegment segment) {
    if (!segment.checksumWrong()) {
      return;
    }
    String what = "segment " + segment.key() + ": wrong checksum of " + segment.partLength() + " bytes that came by "
        + segment.paths();
    boolean again = segment.consumed() == 0 && segment.mismatch() < MAX_MISMATCHES;
    log.error("{}; {}", what, again ? "asked for again" : "given up");
    segment.paths().forEach(path -> events.add("corrupt-segment", path.toString(), what));
    if (again) {
      segment.drain().forEach(spool::free);
      segment.forgetReceived();
      segments.update(segment);
      appeals.again(segment, segment.missing(0, segment.partLength()));
    } else {
      segment.reader().ifPresentOrElse(fetch -> fetch.fail(what), () -> drop(segment, Sender.Done.GIVEN_UP));
    }
  }

  private boolean storeNew(Tunnel tunnel, InSegment segment, ByteRange range, byte[] bytes, int crc) {
    boolean requested = segment.reader().isPresent() && range.start() < segment.wanted();
    if (!requested) {
      segments.stir(segment);
    }
    long id = segment.senderId();
    segment.markUnsafe(range.start(), range.end());
    Consumer<Boolean> told = safe -> {
      if (safe) {
        segment.markSafe(range.start(), range.end());
        acknowledge(tunnel, id, segment, range);
      } else {
        lost(segment, range.start(), range.end());
      }
    };
    Optional<Piece> piece = spool.put(bytes, crc, requested, told);
    while (piece.isEmpty() && segment.reader().filter(fetch -> fetch.isNext(segment, range.start())).isPresent() && makeRoom()) {
      piece = spool.put(bytes, crc, requested, told);
    }
    if (piece.isPresent()) {
      segment.markReceived(range.start(), range.end());
      segment.put(range.start(), piece.get());
    } else {
      segment.markSafe(range.start(), range.end());
      refuse(segment, range.start(), range.end());
    }
    return piece.isPresent();
  }

  /** Its sender may have been started again while bytes were on their way to the disk. */
  private void acknowledge(Tunnel tunnel, long id, InSegment segment, ByteRange range) {
    if (segment.senderId() == id) {
      acks.add(tunnel, id, range.start(), range.end());
    } else {
      acks.send(segment, range);
    }
  }

  /**
   * A reader can't go on without bytes for which there is no room: of what readers will need later, the last in memory goes back to its
   * sender. A spool full of bytes from behind a gap would otherwise never be emptied. False if there is nothing of the kind.
   */
  private boolean makeRoom() {
    for (Fetch newest : Lists.reverse(List.copyOf(fetches))) {
      Optional<Fetch.Later> later = newest.lastInMemory();
      if (later.isPresent()) {
        InSegment segment = later.get().segment();
        segment.lose(later.get().start(), later.get().end()).ifPresent(spool::free);
        segments.update(segment);
        refuse(segment, later.get().start(), later.get().end());
        return true;
      }
    }
    return false;
  }

  private void refuse(InSegment segment, long start, long end) {
    segment.refuse(start, end);
    refused.add(segment);
  }

  /** Bytes that were here are lost: forgets them and asks for them again. */
  void lost(InSegment segment, long start, long end) {
    segment.lose(start, end).ifPresent(spool::free);
    segments.update(segment);
    appeals.again(segment, segment.missing(start, end));
  }

  /** The reader has all of a segment. */
  void consumed(InSegment segment) {
    drop(segment, Sender.Done.READ);
  }

  void finished(Fetch fetch) {
    fetches.remove(fetch);
  }

  void abandoned(Fetch fetch, String reason, String done) {
    fetches.remove(fetch);
    SegmentCopy first = fetch.segments().get(0).key();
    log.warn("fetch of {} segments of {} for reader {} from {} ended after {}: {}",
        fetch.segments().size(), first.shuffle(), first.reader(), first.originIp(), done, reason);
    events.add("fetch-ended", fetch.source().name(), first.shuffle() + " reader " + first.reader() + ", " + done + ": " + reason);
    for (InSegment segment : fetch.segments()) {
      if (segments.withdraw(segment)) {
        drop(segment, Sender.Done.GIVEN_UP);
      }
    }
  }

  private void drop(InSegment segment, Sender.Done why) {
    segments.drop(segment, why);
    refused.remove(segment);
    segment.drain().forEach(spool::free);
  }

  /** A shuffle is over: nothing of it is needed any more. */
  public void dropShuffle(ShuffleId shuffle) {
    for (InSegment segment : segments.ofShuffle(shuffle)) {
      segment.reader().ifPresent(fetch -> fetch.fail("shuffle " + shuffle + " is over"));
      drop(segment, Sender.Done.GIVEN_UP);
    }
    segments.forget(shuffle);
  }

  /** A tunnel to or from a site went down or came up: what was said before may not have been heard. */
  public void tunnelsChanged(SiteId site) {
    fetches.stream().filter(fetch -> fetch.source().equals(site)).forEach(Fetch::askSoon);
  }

  /** Sends acknowledgements that have waited long enough. To be called every 20 ms. */
  public void flush() {
    acks.flush();
  }

  /** Looks at all deadlines. To be called every 100 ms. */
  public void tick() {
    long now = nowNanos();
    List.copyOf(fetches).forEach(fetch -> fetch.tick(now));
    reviveRefused();
  }

  /** What found no room goes back to its sender, which sends it again when it has credit, or if a reader waits, at once. */
  private void reviveRefused() {
    List<InSegment> all = new ArrayList<>(refused);
    refused.clear();
    all.forEach(segment -> appeals.again(segment, segment.takeRefused()));
  }

  /** The bundles for more of which credit makes sense, and which of them have stirred since the last call. */
  public List<ExpectedBundle> takeExpected() {
    return segments.takeExpected();
  }

  /** Number of readers now. */
  public int readers() {
    return fetches.size();
  }
}
