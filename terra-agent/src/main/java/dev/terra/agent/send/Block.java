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
 * Bytes that were read from a handler or a file, on their way into chunks; or into one compressed chunk, if that is there in time. Owns its
 * buffers, parts of which chunks on their way to the network keep alive; to be released once. On the agent's thread.
 */
final class Block {
  /**
   * Less than the time for which an idle limiter saves its permits, so that nothing is lost by waiting; a chunk is compressed in a
   * millisecond or two where its thread has a core.
   */
  private static final long PATIENCE_NANOS = 20_000_000;
  /**
   * What is read ahead lasts as long. Where an agent has a part of a core, a chunk may take many times as long as with a whole one, and
   * what was done of it is in vain if it goes as it is before it is done.
   */
  private static final long MOST_PASSED_NANOS = 500_000_000;

  private final OutSegment segment;
  private final ByteBuf data;
  private final long start;
  private final int step;
  private int sent;
  private @Nullable Compression compression;

  /**
   * Bytes that were read.
   *
   * @param step of its bundle's {@link CompressionChoice}, at this moment
   */
  Block(OutSegment segment, long start, ByteBuf data, int step) {
    this.segment = segment;
    this.start = start;
    this.data = data;
    this.step = step;
  }

  /** In which step it was read. */
  int step() {
    return step;
  }

  OutSegment segment() {
    return segment;
  }

  /** Offset in the segment of the first byte that has not been sent. */
  long position() {
    return start + sent;
  }

  long end() {
    return start + data.readableBytes();
  }

  int left() {
    return data.readableBytes() - sent;
  }

  /** How urgent its next byte is. */
  Urgency urgency() {
    return segment.urgency(position());
  }

  /** Whether it has bytes that are to be sent still. */
  boolean isNeeded() {
    return left() > 0 && !segment.withdrawn() && !segment.isAcked(position(), end());
  }

  /** Its bytes, which are compressed from now on, if none has been sent. */
  ByteBuf plain() {
    return data;
  }

  /** Notes that it is compressed. */
  void compressedBy(Compression begun) {
    compression = begun;
  }

  /** Whether it is being compressed at this moment, and has not been for so long that others may not go before it any more. */
  boolean letsOthersPass(long nowNanos) {
    return compression != null && compression.isRunning(MOST_PASSED_NANOS, nowNanos);
  }

  /** Whether it is being compressed at this moment, and has not been for so long that the bundle should not wait for it any more. */
  boolean isWorthAWait(long nowNanos) {
    return compression != null && compression.isRunning(PATIENCE_NANOS, nowNanos);
  }

  /** All of it as a compressed chunk, if there is one. */
  Optional<CompressedChunk> compressed() {
    return compression == null ? Optional.empty() : compression.chunk();
  }

  /**
   * Bytes of a block and their checksum.
   *
   * @param bytes to be released
   */
  record Chunk(ByteBuf bytes, int crc) {}

  /** The next bytes, as they are; they count as sent. */
  Chunk cut(int length) {
    abandonCompression();
    Chunk chunk = new Chunk(data.retainedSlice(data.readerIndex() + sent, length), Checksum.of(data, data.readerIndex() + sent, length));
    sent += length;
    return chunk;
  }

  /** All of it as the compressed chunk that there is; it counts as sent. */
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
