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
 * The blocks of one fetch on their way from the site's agents to an executor, which takes them piece by piece. At most two pieces are kept,
 * so that an executor that does not read fills no heap. It is used on one event loop only.
 */
final class BlockRelay implements SiteFetch.Reader {
  private static final Logger LOG = LoggerFactory.getLogger(BlockRelay.class);
  private static final Guard GUARD = new Guard("Terra: the answer to an executor that waits", LOG::warn);
  /** The bytes of an answer: a chunk of Spark's protocol, of which each relay holds two at most. */
  static final int PIECE_BYTES = 256 << 10;
  /**
   * The most time until a request is answered, even if no bytes have arrived, ms: otherwise the executor's connection would be taken for
   * dead.
   */
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
   * Makes a relay that has not begun.
   *
   * @param onOver called when no further request to it is possible
   */
  BlockRelay(RelayNeeds services, SiteFetch.Wanted wanted, Runnable onOver) {
    this.services = services;
    this.onOver = onOver;
    this.fetch = new SiteFetch(services.fetches(), wanted, services.loop(), this);
  }

  /** Sends the request to the agent. */
  void begin() {
    fetch.begin();
  }

  /** Returns when the executor made its last request, ns. */
  long askedNanos() {
    return askedNanos;
  }

  /**
   * Checks the time limits, because an agent that has stopped reports nothing. Time in which the executor does not wait for bytes does not
   * count.
   */
  void tick() {
    fetch.tick(waiting == null || bytes.size() > 0);
  }

  /** Handles the executor's request for bytes from an offset on. */
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

  /** Answers an earlier request that still waits: it belongs to a connection that is closed. */
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

  /** Ends the fetch with a refusal; bytes that have arrived are still given. */
  private void refuse(Kind kind, String reason) {
    if (refusal == null && !fetch.stream().isWhole()) {
      refusal = PullReply.text(kind, reason);
      fetch.close();
      fetch.span().over(position, reason, true);
      serve();
    }
  }

  /** Ends the relay, because the executor makes no more requests. */
  void abandon() {
    refuse(Kind.STOCK, "the executor made no further request");
    fetch.close();
    bytes.clear();
    releaseEarlier();
  }
}
