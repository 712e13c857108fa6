package dev.terra.agent.compress;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.terra.agent.wire.Checksum;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Compresses chunks by Zstandard. It has memory of its own outside of the heap, and may be used by one thread at a time. */
public final class ChunkCompressor implements AutoCloseable {
  /** A chunk that does not shrink by at least its size divided by this is sent uncompressed. */
  private static final int WORTHWHILE = 10;
  /** The magic number of a skippable frame, which restores to nothing (RFC 8878, section 3.1.2). */
  private static final int SKIPPABLE = 0x184D2A50;
  private static final int SKIPPABLE_HEAD_BYTES = 8;

  private final ZstdCompressCtx context = new ZstdCompressCtx().setContentSize(true).setChecksum(false);

  /**
   * Compresses bytes, which stay with their owner. Returns nothing if they shrink by less than a tenth.
   *
   * @param level the level of Zstandard: higher levels take longer and yield fewer bytes
   */
  public Optional<CompressedChunk> compress(ByteBuf plain, int level) {
    int length = plain.readableBytes();
    int crc = Checksum.of(plain, plain.readerIndex(), length);
    int most = length - length / WORTHWHILE;
    if (most <= CompressedChunk.leastBytes(length) + SKIPPABLE_HEAD_BYTES) {
      return Optional.empty();
    }
    ByteBuf payload = ByteBufAllocator.DEFAULT.directBuffer(most, most);
    int bytes = compress(plain, payload, level);
    if (bytes < 0) {
      payload.release();
      return Optional.empty();
    }
    payload.setInt(0, crc);
    payload.writerIndex(CompressedChunk.HEAD_BYTES + bytes);
    lengthen(payload, CompressedChunk.leastBytes(length));
    return Optional.of(new CompressedChunk(payload, Checksum.of(payload, 0, payload.readableBytes()), length));
  }

  /** Compresses into the payload behind its head. Returns the number of compressed bytes, or -1 if there was no room for them. */
  private int compress(ByteBuf plain, ByteBuf payload, int level) {
    ByteBuffer out = payload.nioBuffer(CompressedChunk.HEAD_BYTES, payload.capacity() - CompressedChunk.HEAD_BYTES);
    ByteBuf direct = plain.isDirect() && plain.nioBufferCount() == 1 ? plain.retainedDuplicate()
        : ByteBufAllocator.DEFAULT.directBuffer(plain.readableBytes()).writeBytes(plain, plain.readerIndex(), plain.readableBytes());
    try {
      ByteBuffer in = direct.nioBuffer();
      return context.setLevel(level)
          .compressDirectByteBuffer(out, out.position(), out.remaining(), in, in.position(), in.remaining());
    } catch (ZstdException e) {
      if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
        return -1;
      }
      throw e;
    } finally {
      direct.release();
    }
  }

  /** Lengthens a payload to a least size, below which receivers reject it as one that would fill their memory. */
  private static void lengthen(ByteBuf payload, int least) {
    if (payload.readableBytes() < least) {
      int empty = Math.max(0, least - payload.readableBytes() - SKIPPABLE_HEAD_BYTES);
      payload.writeIntLE(SKIPPABLE).writeIntLE(empty).writeZero(empty);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
