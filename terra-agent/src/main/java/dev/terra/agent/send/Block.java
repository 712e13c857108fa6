package dev.terra.agent.send;

import dev.terra.agent.compress.CompressedChunk;
import dev.terra.agent.compress.Compression;
import dev.terra.agent.compress.CompressionChoice;
import dev.terra.agent.wire.Checksum;
import io.netty.buffer.ByteBuf;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that were read from a handler or a file and are to be sent as chunks, or as one compressed chunk if compression ends in time. A
 * block owns its buffers and must be released once; chunks that are being written to the network keep parts of the buffers alive. It is
 * used on the agent's thread only.
 */
final class Block {
  /**
   * The time for which a bundle waits for the compression of a block. It is less than the time for which an idle limiter saves its permits,
   * so that waiting loses no rate. Compressing a chunk takes a millisecond or two if its thread has a core.
   */
  private static final long PATIENCE_NANOS = 20_000_000;
  /**
   * The time for which later blocks may pass a block that is being compressed. What is read ahead lasts for about this long. Where an agent
   * has only a part of a core, compressing a chunk can take many times as long as on a whole core, and the work is wasted if the block is
   * sent uncompressed before it is done.
   */
  private static final long MOST_PASSED_NANOS = 500_000_000;

  private final OutSegment segment;
  private final ByteBuf data;
  private final long start;
  private final int step;
  private int sent;
  private @Nullable Compression compression;

  /**
   * Creates a block of bytes that were read.
   *
   * @param step the step of the bundle's {@link CompressionChoice} when the bytes were read
   */
  Block(OutSegment segment, long start, ByteBuf data, int step) {
    this.segment = segment;
    this.start = start;
    this.data = data;
    this.step = step;
  }

  /** Returns the step of the bundle's compression choice in which the block was read. */
  int step() {
    return step;
  }

  OutSegment segment() {
    return segment;
  }

  /** Returns the offset in the segment of the first byte that has not been sent. */
  long position() {
    return start + sent;
  }

  long end() {
    return start + data.readableBytes();
  }

  int left() {
    return data.readableBytes() - sent;
  }

  /** Returns the urgency of the block's next byte. */
  Urgency urgency() {
    return segment.urgency(position());
  }

  /** Returns whether the block has bytes that are still to be sent. */
  boolean isNeeded() {
    return left() > 0 && !segment.withdrawn() && !segment.isAcked(position(), end());
  }

  /** Returns the block's bytes, of which none may have been sent yet. From this call on, they are being compressed. */
  ByteBuf plain() {
    return data;
  }

  /** Notes that the block is being compressed. */
  void compressedBy(Compression begun) {
    compression = begun;
  }

  /** Returns whether the block is being compressed and has been for so short a time that later blocks may pass it. */
  boolean letsOthersPass(long nowNanos) {
    return compression != null && compression.isRunning(MOST_PASSED_NANOS, nowNanos);
  }

  /** Returns whether the block is being compressed and has been for so short a time that its bundle should wait for it. */
  boolean isWorthAWait(long nowNanos) {
    return compression != null && compression.isRunning(PATIENCE_NANOS, nowNanos);
  }

  /** Returns the whole block as a compressed chunk, if compression has produced one. */
  Optional<CompressedChunk> compressed() {
    return compression == null ? Optional.empty() : compression.chunk();
  }

  /**
   * Bytes of a block and their checksum.
   *
   * @param bytes to be released by the caller
   */
  record Chunk(ByteBuf bytes, int crc) {}

  /** Returns the block's next bytes, uncompressed, and counts them as sent. */
  Chunk cut(int length) {
    abandonCompression();
    Chunk chunk = new Chunk(data.retainedSlice(data.readerIndex() + sent, length), Checksum.of(data, data.readerIndex() + sent, length));
    sent += length;
    return chunk;
  }

  /** Returns the whole block as its compressed chunk, which must exist, and counts it as sent. */
  CompressedChunk takeCompressed() {
    sent = data.readableBytes();
    return Objects.requireNonNull(compression).take();
  }

  private void abandonCompression() {
    if (compression != null) {
      compression.abandon();
      compression = null;
    }
  }

  void release() {
    abandonCompression();
    data.release();
  }
}
