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
 * One reader's wait for segments in the cache or on their way into it, streamed to it in the order in which it named them. It gets nothing
 * before it has proved that it is of its job, and no piece that is not what came. If a crossing fails before it has had a byte, it may take
 * part in another one, once; otherwise it is sent to the origin. On the agent's thread.
 */
final class CachedFetch implements FetchControl, CachedSegment.Reader {
  /** A reader takes part in so many crossings at most: the proof of the reader that led the first one may have been wrong. */
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

  /** Keeps the readers of a cache. */
  interface Owner {
    /** The segments of a fetch are to be found, or to be made cross. */
    void begin(CachedFetch fetch);

    /** A reader begins to get segments. */
    void read(List<CachedSegment> segments);

    /** Bytes of a shuffle go to a reader out of the cache. */
    void served(ShuffleId shuffle, long bytes);

    /** What the cache gave back is not what was put in. */
    void spoiled(CachedSegment segment);

    /** A fetch has ended; {@code whole} says whether its reader has had everything. */
    void ended(CachedFetch fetch, boolean whole);
  }

  /** What is asked for, where it goes, and the proof that the reader is of its job. */
  record Asked(CacheRequest request, FetchSink sink, ReaderProof proof) {}

  /** A fetch that has no segments yet. */
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

  /** Reads these from now on, and none of those before. */
  void read(List<CachedSegment> some) {
    leaveAll();
    segments = some;
    described = 0;
    leads = false;
    crossings++;
    some.forEach(segment -> cache.join(segment, this));
  }

  /** It makes some of what it reads cross. */
  void lead() {
    leads = true;
  }

  /** Whether it reads a segment. */
  boolean isOf(CachedSegment segment) {
    return segments.contains(segment);
  }

  /** Its bytes do not come by the cache: another way gives them to its sink. */
  void goStraight(FetchControl way) {
    leaveAll();
    straight = way;
  }

  private void leaveAll() {
    segments.forEach(segment -> cache.leave(segment, this));
    segments = List.of();
  }

  /** Whether a reader that is of its job is known to be so. */
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

  /** Whether its reader has had the last byte: it may go at once, and has then not gone too soon. */
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

  /** Gives the reader the next bytes; false if there are none now. */
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
      fail("the memory of this agent's cache gave back " + segment + " otherwise than it was put in");
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

  /** Sends its reader to the origin. */
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

  /** Looks at the time: gives up where waiting has no point. */
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
