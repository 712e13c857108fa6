package dev.terra.agent.send;

import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.trace.SpanName;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/** Where the bytes of this site's segments come from: the handlers' internal endpoints. */
public interface SegmentSource {
  /**
   * Which bytes to read.
   *
   * @param servedAs how its handler is asked for it
   * @param start offset of the first byte
   * @param length number of bytes, at least 1
   * @param span what the handler's part of it is called, where it is traced
   */
  record Part(SegmentCopy key, SegmentBook.ServedAs servedAs, long start, int length, Optional<SpanName> span) {
    /** One that is not traced. */
    public Part(SegmentCopy key, SegmentBook.ServedAs servedAs, long start, int length) {
      this(key, servedAs, start, length, Optional.empty());
    }

    /** This part, and the handler's span has a name. */
    public Part named(SpanName handlersSpan) {
      return new Part(key, servedAs, start, length, Optional.of(handlersSpan));
    }
  }

  /**
   * Bytes as they were read, with the checksum that they had then.
   *
   * @param data to be released
   * @param crc their CRC32C
   */
  record Bytes(ByteBuf data, int crc) {
    /** Bytes that have just been read here. */
    public static Bytes of(ByteBuf data) {
      return new Bytes(data, Checksum.of(data, data.readerIndex(), data.readableBytes()));
    }
  }

  /** Takes what a read gives: exactly one of both methods is called, once, on the agent's thread. */
  interface Reader {
    /** Takes all bytes of the part; the reader releases them. */
    void read(Bytes bytes);

    /** Takes the reason why there are none. */
    void failed(String why);
  }

  /** Reads a part. */
  void read(Part part, Reader reader);
}
