package dev.terra.spark.relay;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullReply.Kind;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.util.concurrent.ScheduledFuture;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Some blocks on their way from the site's agent to an executor, which takes them piece by piece. As much as two pieces are kept, so
 * that an executor that does not read fills no heap. All of it on one event loop.
 */
final class BlockRelay implements AgentFetch.Listener {
  /** An answer: a chunk of Spark's protocol, of which each relay holds two at most. */
  static final int PIECE_BYTES = 256 << 10;
  /** Asked for more, the executor hears within that time, if only that nothing has come: its connection would be taken for dead. */
  static final long HOLD_MILLIS = 10_000;

  private final EventLoop loop;
  private final int blocks;
  private final ShuffleCounts counts;
  private final Runnable onOver;
  private final LongSupplier nanoClock;
  private final Bytes bytes = new Bytes();
  private Optional<AgentFetch> agent = Optional.empty();
  private Optional<long[]> lengths = Optional.empty();
  private Optional<PullReply> refusal = Optional.empty();
  private Optional<Consumer<PullReply>> waiting = Optional.empty();
  private Optional<ScheduledFuture<?>> hold = Optional.empty();
  private boolean lengthsTold;
  private boolean ended;
  private long position;
  private long touchedNanos;
  private long progressNanos;

  /**
   * One of so many blocks, that has not begun.
   *
   * @param onOver told when nothing more can be asked of it
   */
  BlockRelay(RelayNeeds services, int blocks, Runnable onOver) {
    this.loop = services.loop();
    this.blocks = blocks;
    this.counts = services.counts();
    this.nanoClock = services.nanoClock();
    this.onOver = onOver;
  }

  void begin(AgentFetch fetch) {
    agent = Optional.of(fetch);
  }

  /** When it was asked for anything last, ns. */
  long touchedNanos() {
    return touchedNanos;
  }

  /**
   * Looks at the time: an agent that has stopped says nothing itself.
   *
   * @return whether it was given up
   */
  boolean tick(long nowNanos) {
    if (waiting.isEmpty() || bytes.size() > 0 || ended || refusal.isPresent()) {
      return false;
    }
    long silentNanos = nowNanos - progressNanos;
    ProtocolTiming patience = lengths.isEmpty() ? ProtocolTiming.RELAY_HEAD : ProtocolTiming.RELAY_STALL;
    if (silentNanos > patience.nanos()) {
      refuse(Kind.STOCK, "nothing from the agent for " + patience.duration().toSeconds() + " s");
      return true;
    }
    return false;
  }

  /** The executor asks for what comes at an offset. */
  void pull(long offset, long nowNanos, Consumer<PullReply> answer) {
    touchedNanos = nowNanos;
    if (bytes.size() > 0 || (lengths.isEmpty() && progressNanos == 0)) {
      progressNanos = nowNanos;
    }
    release();
    if (offset != position) {
      refuse(Kind.STOCK, "expected a request from " + position + " on, got " + offset);
    }
    waiting = Optional.of(answer);
    hold = Optional.of(loop.schedule(() -> answer(PullReply.waiting()), HOLD_MILLIS, TimeUnit.MILLISECONDS));
    serve();
  }

  /** An earlier request that is still held belongs to a connection that is gone. */
  private void release() {
    waiting.ifPresent(earlier -> answer(PullReply.waiting()));
  }

  private void serve() {
    if (waiting.isEmpty()) {
      return;
    }
    if (refusal.isPresent() && bytes.size() == 0) {
      answer(refusal.get());
      onOver.run();
    } else if (lengths.isPresent() && (!lengthsTold || bytes.size() > 0)) {
      ByteBuffer piece = bytes.take(PIECE_BYTES);
      position += piece.remaining();
      counts.add(Count.RELAYED_BYTES, piece.remaining());
      boolean first = !lengthsTold;
      lengthsTold = true;
      answer(first ? PullReply.lengths(lengths.get(), piece) : PullReply.bytes(piece));
      agent.ifPresent(fetch -> fetch.read(bytes.size() < PIECE_BYTES));
      if (ended && bytes.size() == 0) {
        onOver.run();
      }
    }
  }

  private void answer(PullReply reply) {
    Consumer<PullReply> to = waiting.orElse(unasked -> { });
    waiting = Optional.empty();
    hold.ifPresent(timer -> timer.cancel(false));
    hold = Optional.empty();
    to.accept(reply);
  }

  @Override
  public void head(FetchHead head) {
    if (head.getSegmentsCount() != blocks) {
      refuse(Kind.STOCK, "the agent answered with " + head.getSegmentsCount() + " segments instead of " + blocks);
      return;
    }
    lengths = Optional.of(head.getSegmentsList().stream().mapToLong(SegmentLength::getPartLength).toArray());
    progressNanos = nanoClock.getAsLong();
    serve();
  }

  @Override
  public void bytes(ByteBuffer piece) {
    bytes.add(piece);
    progressNanos = nanoClock.getAsLong();
    serve();
    agent.ifPresent(fetch -> fetch.read(bytes.size() < PIECE_BYTES));
  }

  @Override
  public void end() {
    ended = true;
    serve();
  }

  @Override
  public void bypassed(String reason) {
    refuse(Kind.BYPASS, reason);
  }

  @Override
  public void failed(String reason) {
    refuse(Kind.STOCK, reason);
  }

  /** Nothing more comes; what has come is still given. */
  void refuse(Kind kind, String reason) {
    if (refusal.isEmpty() && !ended) {
      refusal = Optional.of(PullReply.text(kind, reason));
      agent.ifPresent(AgentFetch::cancel);
      serve();
    }
  }

  /** Nobody asks any more. */
  void abandon() {
    refuse(Kind.STOCK, "nobody asked for it any more");
    bytes.clear();
    release();
  }
}
