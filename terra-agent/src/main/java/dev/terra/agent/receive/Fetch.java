package dev.terra.agent.receive;

import com.google.common.base.Ticker;
import com.google.common.primitives.Ints;
import dev.terra.agent.spool.Piece;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One reader's fetch of segments of one origin. They are streamed to the reader in the order in which it named them. At most a window of
 * bytes beyond what the reader has taken is requested from the sending site, so that a reader that does not read fills no spool. The fetch
 * is used on the agent's thread only.
 */
public final class Fetch implements FetchControl {
  /**
   * How often in a row the spool may return wrong bytes before the fetch fails. So many errors are no accident: the memory or the disk is
   * broken.
   */
  private static final int MAX_SPOILED = 3;

  private final SegmentStore store;
  private final SegmentRequests requests;
  private final FetchSink sink;
  private final Ticker ticker;
  private final Owner owner;
  private final FetchDeadlines deadlines;
  private final long startedNanos;
  private @Nullable Long firstByteNanos;
  private int current;
  private int described;
  private long taken;
  private boolean lengthsKnown;
  private boolean headSent;
  private boolean reading;
  private boolean inCall;
  private boolean finished;
  /** How often in a row the spool has not returned the bytes that were put in. */
  private int spoiled;
  private boolean bypassed;

  /** The owner of a site's fetches. */
  interface Owner {
    /** Returns how many bytes a reader may request at present beyond those that it has taken. */
    long windowBytes();

    /** Handles that the reader of a fetch has all bytes. */
    void completed(Fetch fetch);

    /** Handles that a fetch has ended before its reader had all bytes. */
    void abandoned(Fetch fetch, String reason);
  }

  /** Creates a fetch that has requested nothing yet. */
  Fetch(SegmentStore store, SegmentRequests requests, FetchSink sink, Ticker ticker, Owner owner) {
    this.store = store;
    this.requests = requests;
    this.sink = sink;
    this.ticker = ticker;
    this.owner = owner;
    this.startedNanos = ticker.read();
    this.deadlines = new FetchDeadlines(requests.source(), startedNanos);
  }

  SiteId source() {
    return requests.source();
  }

  List<InSegment> segments() {
    return requests.segments();
  }

  boolean finished() {
    return finished;
  }

  @Override
  public void proceed() {
    if (finished) {
      return;
    }
    boolean first = requests.isFirst();
    boolean news = !lengthsKnown && isProven() && allDescribed();
    lengthsKnown |= news;
    if (lengthsKnown && !headSent && (isReady() || deadlines.headIsDue(ticker.read()))) {
      sendHead();
    }
    while (headSent && !finished && !reading && (sink.isWritable() || isAllGiven()) && step()) {
      deadlines.progressed(ticker.read());
    }
    // there may be very many segments: they are examined only when that can have an effect
    if (!finished && (first || news || requests.isDue(taken))) {
      ask(false);
    }
  }

  /** Returns whether the reader has been given the last byte. The reader may then disconnect at any time without having gone too soon. */
  private boolean isAllGiven() {
    int left = segments().size() - current;
    return left == 0 || (left == 1 && segments().get(current).consumedAll());
  }

  private void ask(boolean again) {
    requests.proof().check();
    if (requests.ask(current, taken, owner.windowBytes(), again)) {
      deadlines.asked(ticker.read());
    }
  }

  /** Returns whether the reader gets bytes right after the head, or no bytes are to follow. */
  private boolean isReady() {
    Optional<InSegment> next = segments().stream().filter(segment -> segment.consumed() < segment.partLength()).findFirst();
    return next.isEmpty() || next.get().next().isPresent();
  }

  /**
   * Returns whether the reader has proved that it belongs to its job. Before that it gets nothing, and if its proof is refused, the fetch
   * fails.
   */
  private boolean isProven() {
    requests.proof().check();
    requests.proof().refusal().ifPresent(this::fail);
    return requests.proof().isAccepted();
  }

  private boolean allDescribed() {
    while (described < segments().size() && segments().get(described).described()) {
      described++;
    }
    return described == segments().size();
  }

  private void sendHead() {
    FetchHead.Builder head = FetchHead.newBuilder();
    long bytes = 0;
    for (InSegment segment : segments()) {
      if (segment.consumed() > segment.partLength()) {
        fail(segment.key() + " has " + segment.partLength() + " bytes, but its reader already has " + segment.consumed());
        return;
      }
      bytes += segment.partLength() - segment.consumed();
      head.setResumed(head.getResumed() || segment.consumed() > 0);
      head.addSegments(SegmentLength.newBuilder()
          .setOutput(segment.key().output().toMessage()).setPartLength(segment.partLength()).setRawLength(segment.rawLength()));
    }
    headSent = true;
    head.setChecksums(sink.takesChecksums());
    sink.head(head.build(), bytes + (sink.takesChecksums() ? (long) Integer.BYTES * segments().size() : 0));
  }

  private boolean step() {
    if (current == segments().size()) {
      finished = true;
      owner.completed(this);
      sink.end();
      return false;
    }
    InSegment segment = segments().get(current);
    if (segment.consumedAll()) {
      current++;
      if (sink.takesChecksums()) {
        sink.bytes(Ints.toByteArray(segment.checksum().whole()));
      }
      store.drop(segment, SenderSession.Done.READ);
      return true;
    }
    Optional<Piece> piece = segment.next();
    piece.ifPresent(next -> take(segment, next));
    return piece.isPresent();
  }

  private void take(InSegment segment, Piece piece) {
    reading = true;
    inCall = true;
    store.read(piece, bytes -> {
      reading = false;
      if (finished) {
        return;
      }
      if (bytes.isPresent()) {
        spoiled = 0;
        taken += piece.length();
        store.consumeNext(segment);
        noteFirstByte();
        sink.bytes(bytes.get());
      } else if (++spoiled >= MAX_SPOILED) {
        fail("the bytes of " + segment.key() + " have changed in the spool of this agent, " + spoiled + " times");
        return;
      } else {
        store.lost(segment, segment.consumed(), segment.consumed() + piece.length());
      }
      if (!inCall) {
        proceed();
      }
    });
    inCall = false;
  }

  private void noteFirstByte() {
    if (firstByteNanos == null) {
      firstByteNanos = ticker.read();
    }
  }

  /** Returns how long the reader waited for the first byte, if it had one. */
  OptionalLong firstByteWaitNanos() {
    return firstByteNanos == null ? OptionalLong.empty() : OptionalLong.of(firstByteNanos - startedNanos);
  }

  /** Returns how long the reader has waited so far. */
  long waitNanos() {
    return ticker.read() - startedNanos;
  }

  /**
   * Requests the segments that have arrived already, even if they have been read meanwhile, so that the sending site is informed of their
   * reader.
   */
  public void announce() {
    requests.announce();
  }

  /** Returns whether the reader cannot go on without the bytes of a segment from an offset on. */
  boolean isNext(InSegment segment, long start) {
    return current < segments().size() && segments().get(current) == segment && start == segment.consumed();
  }

  /** Bytes that the reader will need later. */
  record Later(InSegment segment, ByteRange range) {}

  /** Returns the piece in memory that the reader will need last, if there is any but the next. */
  Optional<Later> lastInMemory() {
    for (int i = segments().size() - 1; i >= current; i--) {
      InSegment segment = segments().get(i);
      Optional<ByteRange> last = segment.pieces().lastInMemory(start -> !isNext(segment, start));
      if (last.isPresent()) {
        return Optional.of(new Later(segment, last.get()));
      }
    }
    return Optional.empty();
  }

  /** Records that bytes of one of the segments have arrived. */
  void progressed() {
    deadlines.progressed(ticker.read());
  }

  /** Records that the sending site has sent a description of a segment. */
  void answered() {
    deadlines.answered(ticker.read());
  }

  /** Makes the next call of {@link #tick} request everything again. */
  void askSoon() {
    deadlines.askSoon();
  }

  /** Checks the deadlines: gives up where waiting has no point, and repeats requests where a message may have been lost. */
  void tick(long nowNanos) {
    if (finished) {
      return;
    }
    if (!headSent) {
      proceed();
    }
    if (headSent && !sink.isWritable()) {
      deadlines.progressed(nowNanos);
    }
    Optional<String> reason = deadlines.reasonToGiveUp(headSent, requests.reachesSource(), nowNanos);
    if (reason.isPresent()) {
      fail(reason.get());
    } else if (deadlines.takeAskAgain(nowNanos)) {
      ask(true);
    }
  }

  /**
   * Ends the fetch without success. The reader fetches from the origin itself, and the sending site is informed that the bytes are not
   * needed.
   */
  void fail(String reason) {
    if (finished) {
      return;
    }
    abandon(reason);
    sink.fail(reason);
  }

  /** Ends the fetch, since the sending site leaves its bytes to the stock path. */
  void bypass(String reason) {
    if (finished) {
      return;
    }
    bypassed = true;
    abandon(reason);
    sink.bypassed(reason);
  }

  /** Returns whether the fetch ended because the sending site leaves its bytes to the stock path. */
  boolean isBypassed() {
    return bypassed;
  }

  @Override
  public void cancel() {
    if (!finished) {
      abandon("the reader went away");
      sink.gone();
    }
  }

  private void abandon(String reason) {
    finished = true;
    List<InSegment> incomplete = segments().stream().filter(segment -> !segment.complete()).toList();
    owner.abandoned(this, reason);
    requests.withdraw(incomplete);
  }

  /** Returns a description of the fetch's progress. */
  String progress() {
    long done = segments().stream().mapToLong(InSegment::consumed).sum();
    long total = segments().stream().filter(InSegment::described).mapToLong(InSegment::partLength).sum();
    return done + " of " + total + " bytes";
  }
}
