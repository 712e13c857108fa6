package dev.terra.agent.receive;

import dev.terra.agent.spool.Piece;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One reader's wait for segments of one origin, streamed to it in the order in which it named them. At most a window of bytes
 * beyond what it has taken is asked of the sending site, so that a reader that does not read fills no spool. On the agent's
 * thread.
 */
public final class Fetch {
  /**
   * The handler gives up after 10 s without a head; it should hear why before that. Over links with full queues a question and its answer
   * take 3 s, and a direct fetch is no faster there.
   */
  static final long HEAD_NANOS = TimeUnit.SECONDS.toNanos(9);
  /**
   * Without any tunnel to the sending site and without progress for so long, the reader is sent elsewhere: an agent that was killed and is
   * started again at once is back by then, which is less than a direct fetch would cost.
   */
  static final long UNREACHABLE_NANOS = TimeUnit.SECONDS.toNanos(8);
  /** Without a byte, and without an answer from the sending site, which is asked again all the while, it is given up after so long. */
  static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(25);
  /**
   * Whatever the sending site answers, without a byte for so long it is given up: one that has to wait for its turn is better off, for a
   * while, than with a direct fetch over links that are full. The handler gives up after 65 s, readers after three minutes.
   */
  static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(60);
  /** A request or its answer can be lost with a tunnel: ask again after so long without progress, */
  static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(1);
  /**
   * and then whenever the silence divided by this has passed since: hundreds of bundles that have to wait for their turn are as silent, and
   * questions every second, with the answers to them, took 4 % of slow links.
   */
  private static final int PART_OF_SILENCE = 2;
  private static final int WINDOW_STEPS = 4;
  /** Of a window shared by segments whose lengths are not known; less would make frames that are mostly head. */
  private static final long MIN_SHARE_BYTES = 4 << 10;
  private static final int MAX_OUTPUTS = 1_000;

  private final Inbox inbox;
  private final FetchSink sink;
  private final SiteId source;
  private final List<InSegment> segments;
  private final long startedNanos;
  private long progressNanos;
  private long answeredNanos;
  private long askedNanos;
  private int current;
  private int described;
  private long taken;
  private long askAfterBytes;
  private boolean askSoon;
  private boolean headSent;
  private boolean reading;
  private boolean inCall;
  private boolean finished;

  Fetch(Inbox inbox, FetchSink sink, SiteId source, List<InSegment> segments, long nowNanos) {
    this.inbox = inbox;
    this.sink = sink;
    this.source = source;
    this.segments = segments;
    this.startedNanos = nowNanos;
    this.progressNanos = nowNanos;
    this.answeredNanos = nowNanos;
  }

  SiteId source() {
    return source;
  }

  List<InSegment> segments() {
    return segments;
  }

  boolean finished() {
    return finished;
  }

  /** Goes on as far as bytes and the sink allow. */
  public void proceed() {
    if (finished) {
      return;
    }
    boolean first = askedNanos == 0;
    boolean known = !headSent && allDescribed();
    if (known) {
      sendHead();
    }
    while (headSent && !finished && !reading && sink.isWritable() && step()) {
      progressNanos = inbox.nowNanos();
    }
    // there may be very many segments: they are looked through when that can have made a difference
    if (!finished && (first || known || taken >= askAfterBytes)) {
      ask(false);
    }
  }

  private boolean allDescribed() {
    while (described < segments.size() && segments.get(described).described()) {
      described++;
    }
    return described == segments.size();
  }

  private void sendHead() {
    FetchHead.Builder head = FetchHead.newBuilder();
    long bytes = 0;
    for (InSegment segment : segments) {
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
    sink.head(head.build(), bytes);
  }

  private boolean step() {
    if (current == segments.size()) {
      finished = true;
      inbox.finished(this);
      sink.end();
      return false;
    }
    InSegment segment = segments.get(current);
    if (segment.consumedAll()) {
      current++;
      inbox.consumed(segment);
      return true;
    }
    Optional<Piece> piece = segment.next();
    piece.ifPresent(next -> take(segment, next));
    return piece.isPresent();
  }

  private void take(InSegment segment, Piece piece) {
    reading = true;
    inCall = true;
    inbox.spool().read(piece, bytes -> {
      reading = false;
      if (finished) {
        return;
      }
      if (bytes.isPresent()) {
        taken += piece.length();
        inbox.spool().free(segment.consumeNext());
        sink.bytes(bytes.get());
      } else {
        inbox.lost(segment, segment.consumed(), segment.consumed() + piece.length());
      }
      if (!inCall) {
        proceed();
      }
    });
    inCall = false;
  }

  /**
   * Tells the sending site how far it may send, where that has changed enough; or all of it again. Segments whose lengths are not
   * known share the window evenly: short ones then come with their lengths, and not a round trip later.
   */
  void ask(boolean again) {
    long room = inbox.windowBytes();
    long step = again ? 0 : room / WINDOW_STEPS;
    askAfterBytes = taken + room / WINDOW_STEPS;
    boolean firstTime = askedNanos == 0;
    SegmentRequest.Builder request = request();
    for (int i = current; i < segments.size() && (room > 0 || again || firstTime); i++) {
      InSegment segment = segments.get(i);
      if (segment.complete() && !(again && segment.unverified())) {
        room -= Math.min(room, segment.partLength() - segment.consumed());
        continue;
      }
      long limit = segment.described() ? segment.partLength() : Long.MAX_VALUE;
      long share = segment.described() ? room : Math.max(Math.min(room, MIN_SHARE_BYTES), room / (segments.size() - i));
      long wanted = Math.min(limit, Math.max(segment.wanted(), segment.consumed() + share));
      room -= Math.min(room, wanted - segment.consumed());
      boolean news = wanted > segment.wanted() && (wanted - segment.wanted() >= step || wanted == limit);
      if (again || news || (firstTime && !segment.described())) {
        segment.wanted(wanted);
        request.addOutputs(segment.key().output().toMessage()).addWantedBytes(wanted);
        askedNanos = inbox.nowNanos();
        request = sendIfFull(request);
      }
    }
    send(request);
  }

  /** Asks for what is here already, even if it has been read by now, so that the sending site knows of its reader. */
  public void announce() {
    SegmentRequest.Builder request = request();
    for (InSegment segment : segments) {
      if (segment.complete()) {
        request = sendIfFull(request.addOutputs(segment.key().output().toMessage()).addWantedBytes(segment.partLength()));
      }
    }
    send(request);
  }

  /** A frame holds so many outputs; the rest goes into another. */
  private SegmentRequest.Builder sendIfFull(SegmentRequest.Builder request) {
    if (request.getOutputsCount() < MAX_OUTPUTS) {
      return request;
    }
    send(request);
    return request().setWithdrawn(request.getWithdrawn());
  }

  private void send(SegmentRequest.Builder request) {
    if (request.getOutputsCount() > 0) {
      inbox.replies().send(source, FrameType.REQUEST, request.build());
    }
  }

  private SegmentRequest.Builder request() {
    return segments.get(0).key().request();
  }

  /** Whether the reader can't go on without the bytes of a segment from this offset on. */
  boolean isNext(InSegment segment, long start) {
    return current < segments.size() && segments.get(current) == segment && start == segment.consumed();
  }

  /** Bytes that it will need later. */
  record Later(InSegment segment, long start, long end) {}

  /** Of those in memory the ones that it will need last, if there are any but the next. */
  Optional<Later> lastInMemory() {
    for (int i = segments.size() - 1; i >= current; i--) {
      InSegment segment = segments.get(i);
      Optional<Later> last = segment.pieces().descendingMap().entrySet().stream()
          .filter(piece -> !piece.getValue().onDisk() && !isNext(segment, piece.getKey()))
          .findFirst()
          .map(piece -> new Later(segment, piece.getKey(), piece.getKey() + piece.getValue().length()));
      if (last.isPresent()) {
        return last;
      }
    }
    return Optional.empty();
  }

  /** Notes that bytes of one of its segments have come. */
  void progressed() {
    progressNanos = inbox.nowNanos();
  }

  /** The sending site says something of its segments. */
  void answered() {
    answeredNanos = inbox.nowNanos();
  }

  /** Makes the next look at the time ask for everything again. */
  void askSoon() {
    askSoon = true;
  }

  /** Looks at the time: gives up where waiting has no point, asks again where something may have been lost. */
  void tick(long nowNanos) {
    if (finished) {
      return;
    }
    if (headSent && !sink.isWritable()) {
      progressNanos = nowNanos;
    }
    long quiet = nowNanos - progressNanos;
    if (!headSent && nowNanos - startedNanos > HEAD_NANOS) {
      fail("no lengths of all segments from " + source + " within " + TimeUnit.NANOSECONDS.toSeconds(HEAD_NANOS) + " s");
    } else if (quiet > UNREACHABLE_NANOS && !inbox.replies().reaches(source)) {
      fail("no tunnel to or from " + source);
    } else if (quiet > SILENCE_NANOS && nowNanos - answeredNanos > SILENCE_NANOS) {
      fail("no byte and no answer from " + source + " for " + TimeUnit.NANOSECONDS.toSeconds(SILENCE_NANOS) + " s");
    } else if (quiet > STALL_NANOS) {
      fail("no byte from " + source + " for " + TimeUnit.NANOSECONDS.toSeconds(STALL_NANOS) + " s");
    } else if (askSoon || (quiet >= REPEAT_NANOS && nowNanos - askedNanos >= Math.max(REPEAT_NANOS, quiet / PART_OF_SILENCE))) {
      askSoon = false;
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

  /** The reader has gone. */
  public void cancel() {
    if (!finished) {
      abandon("the reader went away");
    }
  }

  private void abandon(String reason) {
    finished = true;
    List<InSegment> incomplete = segments.stream().filter(segment -> !segment.complete()).toList();
    inbox.abandoned(this, reason, bytesDone());
    SegmentRequest.Builder request = request().setWithdrawn(true);
    for (InSegment segment : incomplete) {
      request = sendIfFull(request.addOutputs(segment.key().output().toMessage()));
    }
    send(request);
  }

  private String bytesDone() {
    long done = segments.stream().mapToLong(InSegment::consumed).sum();
    long total = segments.stream().filter(InSegment::described).mapToLong(InSegment::partLength).sum();
    return done + " of " + total + " bytes";
  }
}
