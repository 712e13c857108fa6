package dev.terra.agent.send;

import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.trace.SpanName;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/** The source of the bytes of this site's segments: the internal endpoints of the handlers. */
public interface SegmentSource {
  /**
   * The bytes to read.
   *
   * @param servedAs the user and the name with which the segment is requested from its handler
   * @param start offset of the first byte
   * @param length number of bytes, at least 1
   * @param span the name of the handler's span of the read, if the read is traced
   */
  record Part(SegmentCopy key, SegmentBook.ServedAs servedAs, long start, int length, Optional<SpanName> span) {
    /** Creates a part whose read is not traced. */
    public Part(SegmentCopy key, SegmentBook.ServedAs servedAs, long start, int length) {
      this(key, servedAs, start, length, Optional.empty());
    }

    /** Returns this part with a name for the handler's span. */
    public Part named(SpanName handlersSpan) {
      return new Part(key, servedAs, start, length, Optional.of(handlersSpan));
    }
  }

  /**
   * Bytes that were read, with the checksum that they had then.
   *
   * @param data to be released
   * @param crc their CRC32C
   */
  record Bytes(ByteBuf data, int crc) {
    /** Returns bytes that have just been read here, with their checksum. */
    public static Bytes of(ByteBuf data) {
      return new Bytes(data, Checksum.of(data, data.readerIndex(), data.readableBytes()));
    }
  }

  /** Takes the result of a read. Exactly one of the two methods is called, once, on the agent's thread. */
  interface Reader {
    /** Takes all bytes of the part; the reader releases them. */
    void read(Bytes bytes);

    /** Takes the reason why there are no bytes. */
    void failed(String why);
  }

  /** Reads a part. */
  void read(Part part, Reader reader);
}
