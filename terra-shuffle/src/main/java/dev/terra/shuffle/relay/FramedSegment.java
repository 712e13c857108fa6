package dev.terra.shuffle.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** One segment of a response: Hadoop's header, and how much has been framed behind it. Not thread-safe. */
final class FramedSegment {
  private final byte[] header;
  private final long length;
  private final CRC32C crc = new CRC32C();
  private boolean begun;
  private long framed;

  FramedSegment(byte[] header, long length) {
    this.header = header;
    this.length = length;
  }

  /** Sends its header, unless that has been sent. */
  void begin(Consumer<ByteBuf> out) {
    if (!begun) {
      begun = true;
      out.accept(Unpooled.wrappedBuffer(header));
    }
  }

  /** Notes the next bytes, which stay readable. */
  void note(ByteBuf bytes) {
    crc.update(bytes.nioBuffer());
    framed += bytes.readableBytes();
  }

  int headerBytes() {
    return header.length;
  }

  long bodyBytes() {
    return Math.addExact(header.length, length);
  }

  long framed() {
    return framed;
  }

  long left() {
    return length - framed;
  }

  /** Of what has been framed. */
  int crc() {
    return (int) crc.getValue();
  }
}
