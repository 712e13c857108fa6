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
 * One reader's wait for segments of one origin, streamed to it in the order in which it named them. At most a window of bytes
 * beyond what it has taken is asked of the sending site, so that a reader that does not read fills no spool. On the agent's
 * thread.
 */
public final class Fetch implements FetchControl {
  /** Bytes that the spool has given back wrongly so often in a row are no accident: its memory or its disk is broken. */
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
  /** How often in a row the spool has not given back what was put in. */
  private int spoiled;
  private boolean bypassed;

  /** Keeps the fetches of a site. */
  interface Owner {
    /** How many bytes a reader may request now beyond those that it has taken. */
    long windowBytes();

    /** The reader of a fetch has all bytes. */
    void completed(Fetch fetch);

    /** A fetch has ended before that. */
    void abandoned(Fetch fetch, String reason);
  }

  /** A fetch that has requested nothing yet. */
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
    // there may be very many segments: they are looked through when that can have made a difference
    if (!finished && (first || news || requests.isDue(taken))) {
      ask(false);
    }
  }

  /** Whether its reader has had the last byte: it may go at once, and has then not gone too soon. */
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

  /** Whether the reader gets something right after the head, or there is nothing more to come. */
  private boolean isReady() {
    Optional<InSegment> next = segments().stream().filter(segment -> segment.consumed() < segment.partLength()).findFirst();
    return next.isEmpty() || next.get().next().isPresent();
  }

  /** A reader that has not proved that it is of its job gets nothing; one that cannot is refused. */
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
        fail(segment.key() + " has " + segment.partLength() + " bytes, and the reader " + segment.consumed() + " of them");
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
        fail("the spool of this agent gave back " + segment.key() + " otherwise than it was put in, " + spoiled + " times");
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

  /** What its reader waited for the first byte, if it had one. */
  OptionalLong firstByteWaitNanos() {
    return firstByteNanos == null ? OptionalLong.empty() : OptionalLong.of(firstByteNanos - startedNanos);
  }

  /** What its reader has waited until now. */
  long waitNanos() {
    return ticker.read() - startedNanos;
  }

  /** Asks for what is here already, even if it has been read by now, so that the sending site knows of its reader. */
  public void announce() {
    requests.announce();
  }

  /** Whether the reader can't go on without the bytes of a segment from this offset on. */
  boolean isNext(InSegment segment, long start) {
    return current < segments().size() && segments().get(current) == segment && start == segment.consumed();
  }

  /** Bytes that it will need later. */
  record Later(InSegment segment, ByteRange range) {}

  /** The pieces in memory that it will need last, if there are any but the next. */
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

  /** Notes that bytes of one of its segments have come. */
  void progressed() {
    deadlines.progressed(ticker.read());
  }

  /** The sending site says something of its segments. */
  void answered() {
    deadlines.answered(ticker.read());
  }

  /** Makes the next look at the time ask for everything again. */
  void askSoon() {
    deadlines.askSoon();
  }

  /** Looks at the time: gives up where waiting has no point, asks again where something may have been lost. */
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
   * Ends it without success: the reader goes to the origin itself, and the sending site hears that these bytes are not
   * needed.
   */
  void fail(String reason) {
    if (finished) {
      return;
    }
    abandon(reason);
    sink.fail(reason);
  }

  /** The sending site says that its bytes are not worth Terra. */
  void bypass(String reason) {
    if (finished) {
      return;
    }
    bypassed = true;
    abandon(reason);
    sink.bypassed(reason);
  }

  /** Whether it ended since its bytes are not worth Terra. */
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

  /** How far it is, in words. */
  String progress() {
    long done = segments().stream().mapToLong(InSegment::consumed).sum();
    long total = segments().stream().filter(InSegment::described).mapToLong(InSegment::partLength).sum();
    return done + " of " + total + " bytes";
  }
}
