package dev.terra.node.fetch;

import dev.terra.api.v1.FetchHead;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/** Collects the length-delimited head at the beginning of an agent's response, however it is divided into buffers. Not thread-safe. */
final class FetchHeadReader {
  /** The most bytes of an entry: an output of four numbers, and two lengths. */
  private static final int MAX_SEGMENT_BYTES = 256;
  /** The most bytes of what is common to all segments. */
  private static final int MAX_COMMON_BYTES = 1 << 10;
  private static final int PAYLOAD_BITS = 7;

  private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
  private final int mostBytes;
  private int headBytes;
  private int prefixBytes;
  private boolean sized;

  /**
   * Creates a reader of the response to a request for a number of segments. A head that is too large is refused as soon as its length is
   * known.
   */
  FetchHeadReader(int segments) {
    this.mostBytes = MAX_COMMON_BYTES + MAX_SEGMENT_BYTES * segments;
  }

  /** Takes bytes until the head is complete, and leaves the rest readable. The message of an exception names the problem. */
  Optional<FetchHead> read(ByteBuf in) throws IOException {
    while (!sized && in.isReadable()) {
      readPrefix(in.readByte());
    }
    if (!sized) {
      return Optional.empty();
    }
    in.readBytes(collected, Math.min(headBytes - collected.size(), in.readableBytes()));
    return collected.size() == headBytes ? Optional.of(FetchHead.parseFrom(collected.toByteArray())) : Optional.empty();
  }

  /** Reads a byte of a protobuf varint: seven bits a byte, the lowest first; the eighth bit is set if more bytes follow. */
  private void readPrefix(byte next) throws IOException {
    headBytes |= (next & 0x7f) << (PAYLOAD_BITS * prefixBytes);
    prefixBytes++;
    boolean more = next < 0;
    if (headBytes < 0 || headBytes > mostBytes || (more && prefixBytes * PAYLOAD_BITS >= Integer.SIZE - PAYLOAD_BITS)) {
      throw new IOException("no head of at most " + mostBytes + " bytes");
    }
    sized = !more;
  }

  /** Returns how many bytes the complete head took, including its length. */
  long consumedBytes() {
    return prefixBytes + (long) collected.size();
  }
}
