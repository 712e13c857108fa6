package dev.terra.node.segment;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.handler.stream.ChunkedNioFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** A part of a file, read chunk by chunk. If the file has become shorter, reading fails instead of returning empty chunks for ever. */
final class WholeChunks extends ChunkedNioFile {
  WholeChunks(FileChannel file, long offset, long length, int chunkBytes) throws IOException {
    super(file, offset, length, chunkBytes);
  }

  @Override
  public ByteBuf readChunk(ByteBufAllocator allocator) throws Exception {
    ByteBuf chunk = super.readChunk(allocator);
    if (chunk != null && !chunk.isReadable()) {
      chunk.release();
      throw new EOFException("the file ends at " + currentOffset());
    }
    return chunk;
  }
}
