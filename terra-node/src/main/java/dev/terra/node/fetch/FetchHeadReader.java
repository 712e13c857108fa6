package dev.terra.node.fetch;

import dev.terra.api.v1.FetchHead;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/** Collects the length-delimited head at the beginning of an agent's answer, however it is cut. Not thread-safe. */
final class FetchHeadReader {
  /** An entry is an output, of four numbers, and two lengths. */
  private static final int MAX_SEGMENT_BYTES = 256;
  /** What is said of all segments together. */
  private static final int MAX_COMMON_BYTES = 1 << 10;
  private static final int PAYLOAD_BITS = 7;

  private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
  private final int mostBytes;
  private int headBytes;
  private int prefixBytes;
  private boolean sized;

  /** A reader of the answer to a request for a number of segments; a larger head is refused as soon as its length is known. */
  FetchHeadReader(int segments) {
    this.mostBytes = MAX_COMMON_BYTES + MAX_SEGMENT_BYTES * segments;
  }

  /** Takes bytes until the head is whole; the rest stays readable. An exception says what is wrong. */
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

  /** A protobuf varint: seven bits a byte, the lowest first; the eighth is set if more follow. */
  private void readPrefix(byte next) throws IOException {
    headBytes |= (next & 0x7f) << (PAYLOAD_BITS * prefixBytes);
    prefixBytes++;
    boolean more = next < 0;
    if (headBytes < 0 || headBytes > mostBytes || (more && prefixBytes * PAYLOAD_BITS >= Integer.SIZE - PAYLOAD_BITS)) {
      throw new IOException("no head of at most " + mostBytes + " bytes");
    }
    sized = !more;
  }

  /** How many bytes a whole head took, its length included. */
  long consumedBytes() {
    return prefixBytes + (long) collected.size();
  }
}
