package dev.terra.lab.wire;

import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.wire.SegmentCopy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executor;

/**
 * Segments that all begin at the start of one file and repeat the file up to their length. A part is read immediately,
 * on the calling thread, and handed over later, as with every source.
 */
final class SegmentFile implements SegmentBook, SegmentSource, AutoCloseable {
  private final FileChannel channel;
  private final long fileBytes;
  private final long segmentBytes;
  private Executor later = Runnable::run;

  SegmentFile(Path file, long segmentBytes) throws IOException {
    this.channel = FileChannel.open(file, StandardOpenOption.READ);
    this.fileBytes = channel.size();
    this.segmentBytes = segmentBytes;
  }

  /** Sets the thread on which parts are handed over. */
  void handOverOn(Executor executor) {
    later = executor;
  }

  @Override
  public Entry find(SegmentCopy key) {
    return new Entry(new ServedAs("bench", "file"), segmentBytes, segmentBytes);
  }

  @Override
  public void read(Part part, Reader reader) {
    ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(part.length(), part.length());
    try {
      while (buffer.isWritable()) {
        long at = (part.start() + buffer.writerIndex()) % fileBytes;
        buffer.writeBytes(channel, at, (int) Math.min(buffer.writableBytes(), fileBytes - at));
      }
      later.execute(() -> reader.read(Bytes.of(buffer)));
    } catch (IOException e) {
      buffer.release();
      later.execute(() -> reader.failed(e.getMessage()));
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
