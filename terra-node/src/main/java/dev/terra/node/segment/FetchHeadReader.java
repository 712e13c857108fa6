package dev.terra.node.segment;

import dev.terra.api.v1.FetchHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Collects the length-delimited head at the beginning of an agent's answer, however it is cut. Not thread-safe. */
public final class FetchHeadReader {
  private static final int UNKNOWN = -1;
  private static final int PAYLOAD_BITS = 7;

  private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
  private final int mostBytes;
  private int prefix;
  private int prefixBytes;
  private int headBytes = UNKNOWN;

  /** A larger head is refused as soon as its length is known. */
  public FetchHeadReader(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Takes bytes until the head is whole; the rest stays readable. An exception says what is wrong. */
  public Optional<FetchHead> read(ByteBuffer in) throws IOException {
    while (headBytes == UNKNOWN && in.hasRemaining()) {
      readPrefix(in.get());
    }
    if (headBytes == UNKNOWN) {
      return Optional.empty();
    }
    byte[] part = new byte[Math.min(headBytes - collected.size(), in.remaining())];
    in.get(part);
    collected.writeBytes(part);
    return collected.size() == headBytes ? Optional.of(FetchHead.parseFrom(collected.toByteArray())) : Optional.empty();
  }

  /** A protobuf varint: seven bits a byte, the lowest first, the eighth tells that more follow. */
  private void readPrefix(byte next) throws IOException {
    prefix |= (next & 0x7f) << (PAYLOAD_BITS * prefixBytes);
    prefixBytes++;
    boolean more = next < 0;
    if (prefix < 0 || prefix > mostBytes || (more && prefixBytes * PAYLOAD_BITS >= Integer.SIZE - PAYLOAD_BITS)) {
      throw new IOException("no head of at most " + mostBytes + " bytes");
    }
    if (!more) {
      headBytes = prefix;
    }
  }

  /** How many bytes a whole head took, its length included. */
  public long consumedBytes() {
    return prefixBytes + (long) collected.size();
  }
}
