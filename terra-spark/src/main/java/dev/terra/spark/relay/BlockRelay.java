package dev.terra.spark.relay;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.v1.SegmentLength;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.node.fetch.FetchFailure;
import dev.terra.node.fetch.SiteFetch;
import dev.terra.spark.pull.PullReply.Kind;
import dev.terra.spark.pull.PullReply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Some blocks on their way from the site's agents to an executor, which takes them piece by piece. As much as two pieces are kept, so that
 * an executor that does not read fills no heap. All of it runs on one event loop.
 */
final class BlockRelay implements SiteFetch.Reader {
  private static final Logger LOG = LoggerFactory.getLogger(BlockRelay.class);
  private static final Guard GUARD = new Guard("Terra: the answer to an executor that waits", LOG::warn);
  /** An answer: a chunk of Spark's protocol, of which each relay holds two at most. */
  static final int PIECE_BYTES = 256 << 10;
  /** An executor that asks gets an answer within that time, if only that nothing has come: its connection would be taken for dead. */
  static final long HOLD_MILLIS = 10_000;

  private final RelayNeeds services;
  private final SiteFetch fetch;
  private final Runnable onOver;
  private final Bytes bytes = new Bytes();
  private @Nullable Consumer<PullReply> waiting;
  private @Nullable OneShot hold;
  private @Nullable PullReply refusal;
  private long[] lengths = {};
  private boolean lengthsSent;
  private long position;
  private long askedNanos;

  /**
   * A relay that has not begun.
   *
   * @param onOver called when nothing more can be asked of it
   */
  BlockRelay(RelayNeeds services, SiteFetch.Wanted wanted, Runnable onOver) {
    this.services = services;
    this.onOver = onOver;
    this.fetch = new SiteFetch(services.fetches(), wanted, services.loop(), this);
  }

  /** Asks the agent. */
  void begin() {
    fetch.begin();
  }

  /** When the executor has asked last, ns. */
  long askedNanos() {
    return askedNanos;
  }

  /** Looks at the clock: an agent that has stopped says nothing itself. An executor that does not wait for bytes stops the clock. */
  void tick() {
    fetch.tick(waiting == null || bytes.size() > 0);
  }

  /** The executor asks for what comes at an offset. */
  void pull(long offset, Consumer<PullReply> answer) {
    askedNanos = services.nanoClock().getAsLong();
    releaseEarlier();
    if (offset != position) {
      refuse(Kind.STOCK, "expected a request from " + position + " on, got " + offset);
    }
    waiting = answer;
    hold = OneShot.after(services.loop(), HOLD_MILLIS, TimeUnit.MILLISECONDS, GUARD, () -> answer(PullReply.waiting()));
    serve();
  }

  /** An earlier request that still waits belongs to a connection that is gone. */
  private void releaseEarlier() {
    if (waiting != null) {
      answer(PullReply.waiting());
    }
  }

  private void serve() {
    if (waiting == null) {
      return;
    }
    if (refusal != null && bytes.size() == 0) {
      answer(refusal);
      onOver.run();
    } else if (bytes.size() > 0 || (fetch.stream().hasBegun() && !lengthsSent)) {
      answerBytes();
    }
  }

  private void answerBytes() {
    ByteBuffer piece = bytes.take(PIECE_BYTES);
    position += piece.remaining();
    services.counts().add(Count.RELAYED_BYTES, piece.remaining());
    PullReply reply = lengthsSent ? PullReply.bytes(piece) : PullReply.lengths(lengths, piece);
    lengthsSent = true;
    answer(reply);
    readMore();
    if (fetch.stream().isWhole() && bytes.size() == 0) {
      fetch.span().over(position, "", false);
      onOver.run();
    }
  }

  private void answer(PullReply reply) {
    Consumer<PullReply> to = Objects.requireNonNull(waiting);
    waiting = null;
    Objects.requireNonNull(hold).cancel();
    to.accept(reply);
  }

  private void readMore() {
    if (bytes.size() < PIECE_BYTES) {
      fetch.readMore();
    }
  }

  @Override
  public void lengths(List<SegmentLength> all) {
    lengths = all.stream().mapToLong(SegmentLength::getPartLength).toArray();
  }

  @Override
  public void bytes(ByteBuf part) {
    bytes.add(ByteBuffer.wrap(ByteBufUtil.getBytes(part)));
    part.release();
  }

  @Override
  public void readComplete() {
    serve();
    readMore();
  }

  @Override
  public void failed(FetchFailure how, String trail) {
    if (how == FetchFailure.CORRUPT) {
      LOG.error("Terra: CORRUPT BYTES: {}the executor fetches the block itself", trail);
    }
    refuse(how == FetchFailure.BYPASSED ? Kind.BYPASS : Kind.STOCK, trail);
  }

  /** Nothing more comes; what has come is still given. */
  private void refuse(Kind kind, String reason) {
    if (refusal == null && !fetch.stream().isWhole()) {
      refusal = PullReply.text(kind, reason);
      fetch.close();
      fetch.span().over(position, reason, true);
      serve();
    }
  }

  /** The executor asks no more. */
  void abandon() {
    refuse(Kind.STOCK, "no reader asked for it any more");
    fetch.close();
    bytes.clear();
    releaseEarlier();
  }
}
