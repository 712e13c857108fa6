package dev.terra.agent.bench;

import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.wire.SegmentKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** Segments that all begin at the start of one file and repeat it as often as they are long. */
final class SegmentFile implements SegmentBook, SegmentSource, AutoCloseable {
  private final FileChannel channel;
  private final long fileBytes;
  private final long segmentBytes;

  SegmentFile(Path file, long segmentBytes) throws IOException {
    this.channel = FileChannel.open(file, StandardOpenOption.READ);
    this.fileBytes = channel.size();
    this.segmentBytes = segmentBytes;
  }

  @Override
  public Entry find(SegmentKey key) {
    return new Entry("bench", segmentBytes, segmentBytes, "");
  }

  @Override
  public void read(Part part, Consumer<byte[]> whole, Consumer<String> problem) {
    ByteBuffer buffer = ByteBuffer.allocate(part.length());
    try {
      while (buffer.hasRemaining()) {
        long at = (part.start() + buffer.position()) % fileBytes;
        int count = (int) Math.min(buffer.remaining(), fileBytes - at);
        channel.read(buffer.slice(buffer.position(), count), at);
        buffer.position(buffer.position() + count);
      }
      whole.accept(buffer.array());
    } catch (IOException e) {
      problem.accept(e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
