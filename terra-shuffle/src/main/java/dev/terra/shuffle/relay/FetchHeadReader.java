package dev.terra.shuffle.relay;

import dev.terra.api.v1.FetchHead;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/** Collects the length-delimited head at the beginning of an agent's answer, however it is cut. Not thread-safe. */
final class FetchHeadReader {
  /** A request line of 4 KiB names at most some 130 maps, 70 bytes each. */
  static final int MAX_HEAD_BYTES = 64 << 10;
  private static final int UNKNOWN = -1;
  private static final int PAYLOAD_BITS = 7;

  private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
  private int prefix;
  private int prefixBytes;
  private int headBytes = UNKNOWN;

  /** Takes bytes until the head is whole; the rest stays readable. An exception says what is wrong. */
  Optional<FetchHead> read(ByteBuf in) throws IOException {
    while (headBytes == UNKNOWN && in.isReadable()) {
      readPrefix(in.readByte());
    }
    if (headBytes == UNKNOWN) {
      return Optional.empty();
    }
    byte[] part = new byte[Math.min(headBytes - collected.size(), in.readableBytes())];
    in.readBytes(part);
    collected.writeBytes(part);
    return collected.size() == headBytes ? Optional.of(FetchHead.parseFrom(collected.toByteArray())) : Optional.empty();
  }

  /** A protobuf varint: seven bits a byte, the lowest first, the eighth tells that more follow. */
  private void readPrefix(byte next) throws IOException {
    prefix |= (next & 0x7f) << (PAYLOAD_BITS * prefixBytes);
    prefixBytes++;
    boolean more = next < 0;
    if (prefix < 0 || prefix > MAX_HEAD_BYTES || (more && prefixBytes * PAYLOAD_BITS >= Integer.SIZE - PAYLOAD_BITS)) {
      throw new IOException("no head of at most " + MAX_HEAD_BYTES + " bytes");
    }
    if (!more) {
      headBytes = prefix;
    }
  }

  /** How many bytes a whole head took, its length included. */
  long consumedBytes() {
    return prefixBytes + (long) collected.size();
  }
}
