package dev.terra.shuffle.pipeline;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.stream.ChunkedFile;
import io.netty.handler.stream.ChunkedInput;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The rest of a part of a file after a prefix, read in chunks; it reports how many bytes have been read. It owns the file. */
final class CountedFile implements ChunkedInput<ByteBuf> {
  private final ChunkedFile file;
  private final long skipped;
  private final LongConsumer gone;
  private long toSkip;

  /**
   * Makes the rest after {@code skipped} bytes; {@code gone} receives the number of bytes of each chunk, on the connection's event loop.
   */
  CountedFile(ChunkedFile file, long skipped, LongConsumer gone) {
    this.file = file;
    this.skipped = skipped;
    this.gone = gone;
    this.toSkip = skipped;
  }

  @Override
  public boolean isEndOfInput() throws Exception {
    return file.isEndOfInput();
  }

  @Override
  public void close() throws Exception {
    file.close();
  }

  @Override
  @Deprecated
  public @Nullable ByteBuf readChunk(ChannelHandlerContext ctx) throws Exception {
    return readChunk(ctx.alloc());
  }

  @Override
  public @Nullable ByteBuf readChunk(ByteBufAllocator allocator) throws Exception {
    ByteBuf chunk = file.readChunk(allocator);
    while (chunk != null && toSkip >= chunk.readableBytes()) {
      toSkip -= chunk.readableBytes();
      chunk.release();
      chunk = file.readChunk(allocator);
    }
    if (chunk == null) {
      return null;
    }
    chunk.skipBytes((int) toSkip);
    toSkip = 0;
    gone.accept(chunk.readableBytes());
    return chunk;
  }

  @Override
  public long length() {
    return file.length() - skipped;
  }

  @Override
  public long progress() {
    return Math.max(0, file.progress() - skipped);
  }
}
