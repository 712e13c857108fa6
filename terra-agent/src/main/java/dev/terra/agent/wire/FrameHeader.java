package dev.terra.agent.wire;

import io.netty.buffer.ByteBuf;

/**
 * The fixed head of every frame. All numbers are big-endian:
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                    magic, "TERR" (0x54455252)                 |  0
 * +---------------+---------------+-------------------------------+
 * |    version    |     type      |        stream (0 now)         |  4
 * +---------------+---------------+-------------------------------+
 * |  label: the path, as numbered by the tunnel's opener; of      |  8
 * |  compressed bytes: how many bytes they restore to             |
 * +---------------------------------------------------------------+
 * |                                                               | 12
 * +            segment: as numbered by the sending agent          +
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                                                               | 20
 * +       offset of the payload's first byte in the segment       +
 * |                                                               |
 * +---------------------------------------------------------------+
 * |              length of the payload, 0 to 1 MiB                | 28
 * +---------------------------------------------------------------+
 * |                CRC32C of the 32 bytes before                  | 32
 * +---------------------------------------------------------------+
 * |                        payload ...                            | 36
 * +---------------------------------------------------------------+
 * |                   CRC32C of the payload                       | 36 + length
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>The header has a checksum of its own so that its reader notices a broken length before it loses its place, and so that no flipped bit
 * moves good bytes to a wrong offset. The payload's checksum is computed where the bytes enter Terra and stays with them until they leave
 * the receiving site's spool.
 *
 * @param type the type of the frame
 * @param label the number of the path, chosen by the tunnel's opener; of a compressed chunk, how many bytes it restores to
 * @param segment the number of the segment, chosen by the sending agent; 0 on control frames; never negative
 * @param offset the offset of the payload in the segment; 0 on control frames; never negative
 * @param length the number of bytes of the payload, 0 to {@link #MAX_PAYLOAD}
 */
public record FrameHeader(FrameType type, int label, long segment, long offset, int length) {
  /** The number of bytes of a header. */
  public static final int BYTES = 36;
  /** The number of bytes of the trailer. */
  public static final int TRAILER_BYTES = 4;
  /** The longest payload. A receiver has to hold a whole frame to check it: 1 MiB is four of the largest chunks. */
  public static final int MAX_PAYLOAD = 1 << 20;

  static final int MAGIC = 0x54455252;
  /** The first bytes of TLS (RFC 8446): a record of the handshake, major version 3. */
  private static final int TLS_HANDSHAKE = 0x1603;
  static final int VERSION = 1;
  private static final int LENGTH_AT = 28;
  private static final int CRC_AT = 32;

  /** Checks the ranges. */
  public FrameHeader {
    if (segment < 0 || offset < 0 || length < 0 || length > MAX_PAYLOAD || offset > Long.MAX_VALUE - length) {
      throw new WireException("a frame needs segment and offset >= 0 and 0 <= length <= " + MAX_PAYLOAD + ", got segment " + segment
          + ", offset " + offset + ", length " + length);
    }
  }

  /** Returns the number of bytes of the whole frame with this header. */
  public int frameBytes() {
    return BYTES + length + TRAILER_BYTES;
  }

  /** Appends the header. */
  public void write(ByteBuf out) {
    int start = out.writerIndex();
    out.writeInt(MAGIC).writeByte(VERSION).writeByte(type.code()).writeShort(0).writeInt(label);
    out.writeLong(segment).writeLong(offset).writeInt(length);
    out.writeInt(Checksum.of(out, start, CRC_AT));
  }

  /**
   * Reads the header at an index without moving the reader index; {@link #BYTES} bytes have to be readable.
   *
   * @throws WireException if the bytes are no header
   */
  public static FrameHeader read(ByteBuf in, int at) {
    if (in.getInt(at) != MAGIC) {
      if (in.getUnsignedShort(at) == TLS_HANDSHAKE) {
        throw new WireException("expected a frame, got TLS: this agent's configuration has no tls, the other end's has");
      }
      throw new WireException("expected a frame, got bytes that begin 0x" + Integer.toHexString(in.getInt(at)));
    }
    int version = in.getUnsignedByte(at + 4);
    if (version != VERSION) {
      throw new WireException("expected frames of version " + VERSION + ", got version " + version);
    }
    int crc = Checksum.of(in, at, CRC_AT);
    if (crc != in.getInt(at + CRC_AT)) {
      throw new WireException("corrupt frame header: its checksum is 0x" + Integer.toHexString(in.getInt(at + CRC_AT))
          + ", its bytes give 0x" + Integer.toHexString(crc));
    }
    int code = in.getUnsignedByte(at + 5);
    FrameType type = FrameType.of(code).orElseThrow(() -> new WireException("unknown frame type " + code));
    return new FrameHeader(type, in.getInt(at + 8), in.getLong(at + 12), in.getLong(at + 20), in.getInt(at + LENGTH_AT));
  }
}
