package dev.terra.agent.cache;

import com.google.common.base.Ticker;
import com.google.common.primitives.Ints;
import dev.terra.agent.cache.CachedSegment.Kept;
import dev.terra.agent.cache.CachedSegment.Loss;
import dev.terra.agent.proof.ReaderProof;
import dev.terra.agent.receive.FetchControl;
import dev.terra.agent.receive.FetchDeadlines;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.shuffle.ShuffleId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One reader's fetch of segments that are in the cache or on their way into it. They are streamed to the reader in the order in which it
 * named them. The reader gets nothing before it has proved that it belongs to its job, and no piece that fails its checksum. If a crossing
 * fails before the reader has received a byte, the fetch may take part in another crossing, once; otherwise the reader is sent to the
 * origin. It is used on the agent's thread only.
 */
final class CachedFetch implements FetchControl, CachedSegment.Reader {
  /**
   * The most crossings in which a fetch takes part. It is more than one because the proof of the reader that led the first crossing may
   * have been wrong.
   */
  private static final int MOST_CROSSINGS = 2;

  private final CacheRequest request;
  private final FetchSink sink;
  private final ReaderProof proof;
  private final SegmentCache cache;
  private final Owner owner;
  private final Ticker ticker;
  private final FetchDeadlines deadlines;
  private List<CachedSegment> segments = List.of();
  private @Nullable FetchControl straight;
  private int described;
  private int current;
  private int piece;
  private int crossings;
  private boolean leads;
  private boolean headSent;
  private boolean finished;

  /** Manages the readers of a cache. */
  interface Owner {
    /** Finds the segments of a fetch in the cache, or makes them cross the WAN. */
    void begin(CachedFetch fetch);

    /** Notes that a reader begins to receive segments. */
    void read(List<CachedSegment> segments);

    /** Notes that bytes of a shuffle were served to a reader out of the cache. */
    void served(ShuffleId shuffle, long bytes);

    /** Handles a segment whose bytes are not those that were put into the cache. */
    void spoiled(CachedSegment segment);

    /** Notes that a fetch has ended; {@code whole} is true if its reader has received everything. */
    void ended(CachedFetch fetch, boolean whole);
  }

  /** A request, the sink for its bytes, and the proof that the reader belongs to its job. */
  record Asked(CacheRequest request, FetchSink sink, ReaderProof proof) {}

  /** Creates a fetch that has no segments yet. */
  CachedFetch(Asked asked, SegmentCache cache, Owner owner, Ticker ticker) {
    this.request = asked.request;
    this.sink = asked.sink;
    this.proof = asked.proof;
    this.cache = cache;
    this.owner = owner;
    this.ticker = ticker;
    this.deadlines = new FetchDeadlines(request.source(), ticker.read());
  }

  CacheRequest request() {
    return request;
  }

  FetchSink sink() {
    return sink;
  }

  ReaderProof proof() {
    return proof;
  }

  /** Makes the fetch read these segments, and leave those that it read before. */
  void read(List<CachedSegment> some) {
    leaveAll();
    segments = some;
    described = 0;
    leads = false;
    crossings++;
    some.forEach(segment -> cache.join(segment, this));
  }

  /** Notes that this fetch started the crossing of some of the segments that it reads. */
  void lead() {
    leads = true;
  }

  /** Returns whether the fetch reads a segment. */
  boolean isOf(CachedSegment segment) {
    return segments.contains(segment);
  }

  /** Makes the fetch leave the cache: another fetch gives the bytes to its sink directly. */
  void goStraight(FetchControl way) {
    leaveAll();
    straight = way;
  }

  private void leaveAll() {
    segments.forEach(segment -> cache.leave(segment, this));
    segments = List.of();
  }

  /** Returns whether the reader has proved that it belongs to its job. */
  boolean isProven() {
    proof.check();
    return proof.isAccepted();
  }

  @Override
  public void proceed() {
    if (straight != null) {
      straight.proceed();
    } else if (!finished && !segments.isEmpty() && mayRead()) {
      if (!headSent && allDescribed() && (isReady() || deadlines.headIsDue(ticker.read()))) {
        sendHead();
      }
      boolean more = headSent;
      while (more && (sink.isWritable() || isAllGiven())) {
        more = step();
      }
    }
  }

  /** Returns whether the reader has received the last byte. It may then disconnect at any time, and this counts as a complete fetch. */
  private boolean isAllGiven() {
    int left = segments.size() - current;
    return left == 0 || (left == 1 && segments.get(current).isWhole() && segments.get(current).piece(piece).isEmpty());
  }

  private boolean mayRead() {
    boolean proven = isProven();
    proof.refusal().ifPresent(this::fail);
    return proven;
  }

  private boolean allDescribed() {
    while (described < segments.size() && segments.get(described).isDescribed()) {
      described++;
    }
    return described == segments.size();
  }

  private boolean isReady() {
    Optional<CachedSegment> next = segments.stream().filter(segment -> segment.partLength() > 0).findFirst();
    return next.isEmpty() || next.get().piece(0).isPresent();
  }

  private void sendHead() {
    headSent = true;
    owner.read(segments);
    FetchHead.Builder head = FetchHead.newBuilder().setChecksums(sink.takesChecksums());
    segments.forEach(segment -> head.addSegments(SegmentLength.newBuilder().setOutput(segment.id().output().toMessage())
        .setPartLength(segment.partLength()).setRawLength(segment.rawLength())));
    long bytes = segments.stream().mapToLong(CachedSegment::partLength).sum();
    sink.head(head.build(), bytes + (sink.takesChecksums() ? (long) Integer.BYTES * segments.size() : 0));
  }

  /** Gives the reader its next bytes; returns false if there are none at the moment. */
  private boolean step() {
    if (current == segments.size()) {
      end(true);
      sink.end();
      return false;
    }
    CachedSegment segment = segments.get(current);
    Optional<Kept> next = segment.piece(piece);
    if (next.isPresent()) {
      return give(segment, next.get());
    }
    if (segment.isWhole()) {
      finish(segment);
    }
    return segment.isWhole();
  }

  private boolean give(CachedSegment segment, Kept kept) {
    if (!kept.isIntact()) {
      owner.spoiled(segment);
      fail("the bytes of " + segment + " have changed in the memory of this agent's cache");
      return false;
    }
    piece++;
    deadlines.progressed(ticker.read());
    owner.served(segment.id().shuffle(), kept.data().length);
    sink.bytes(kept.data());
    return true;
  }

  private void finish(CachedSegment segment) {
    if (sink.takesChecksums()) {
      sink.bytes(Ints.toByteArray(segment.crc()));
    }
    current++;
    piece = 0;
    cache.leave(segment, this);
  }

  @Override
  public void news() {
    long now = ticker.read();
    deadlines.progressed(now);
    deadlines.answered(now);
    proceed();
  }

  @Override
  public void lost(Loss loss, String why) {
    if (finished || straight != null) {
      return;
    }
    if (loss == Loss.BYPASSED && !headSent) {
      end(false);
      sink.bypassed(why);
    } else if (loss == Loss.FAILED && !headSent && !leads && crossings < MOST_CROSSINGS) {
      owner.begin(this);
    } else {
      fail(why);
    }
  }

  /** Ends the fetch with a reason and sends the reader to the origin. */
  void fail(String why) {
    if (!finished) {
      end(false);
      sink.fail(why);
    }
  }

  @Override
  public void cancel() {
    if (straight != null) {
      straight.cancel();
    } else if (!finished) {
      end(false);
      sink.gone();
    }
  }

  private void end(boolean whole) {
    finished = true;
    leaveAll();
    owner.ended(this, whole);
  }

  /** Checks the deadlines, and gives up where waiting has no point. */
  void tick(long nowNanos) {
    proceed();
    if (headSent && !sink.isWritable()) {
      deadlines.progressed(nowNanos);
    }
    if (!finished && straight == null) {
      deadlines.reasonToGiveUp(headSent, true, nowNanos).ifPresent(this::fail);
    }
  }
}
