package dev.terra.agent.wire;

import io.netty.buffer.ByteBuf;
import java.util.zip.CRC32C;

/** CRC32C, the checksum of everything that moves through Terra. */
public final class Checksum {
  private Checksum() {}

  /** Of a part of an array. */
  public static int of(byte[] bytes, int start, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, start, length);
    return (int) crc.getValue();
  }

  /** Of a whole array. */
  public static int of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** Of a part of a buffer, whose indexes stay where they are. */
  public static int of(ByteBuf buffer, int start, int length) {
    CRC32C crc = new CRC32C();
    if (buffer.hasArray()) {
      crc.update(buffer.array(), buffer.arrayOffset() + start, length);
    } else {
      for (java.nio.ByteBuffer part : buffer.nioBuffers(start, length)) {
        crc.update(part);
      }
    }
    return (int) crc.getValue();
  }
}
