package dev.terra.agent.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * A frame that has arrived. The payload is an array of its own, so that it can be kept without holding on to a network buffer.
 *
 * @param header its header
 * @param payload its payload; not copied, not to be changed
 * @param payloadCrc the checksum that came with the payload
 * @param intact whether the payload is what its sender put in
 * @param restoreNanos how long it took to restore the payload, if that was compressed; else 0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Frame(FrameHeader header, byte[] payload, int payloadCrc, boolean intact, long restoreNanos) {
  /** Below this a copy costs less than three parts of a write. */
  private static final int SHORT_BYTES = 4 << 10;

  /** One whose payload is checked now. */
  public Frame(FrameHeader header, byte[] payload, int payloadCrc) {
    this(header, payload, payloadCrc, Checksum.of(payload) == payloadCrc, 0);
  }

  /**
   * The payload as a message.
   *
   * @throws WireException if it is corrupt or no such message
   */
  public <T extends MessageLite> T message(Parser<T> parser) {
    if (!intact) {
      throw new WireException("corrupt payload in a " + header.type() + " frame");
    }
    try {
      return parser.parseFrom(payload);
    } catch (InvalidProtocolBufferException e) {
      throw new WireException("a " + header.type() + " frame that can't be parsed: " + e.getMessage());
    }
  }

  /** The bytes of a control frame. */
  public static ByteBuf control(ByteBufAllocator allocator, FrameType type, int label, MessageLite message) {
    byte[] payload = message.toByteArray();
    return encode(allocator, new FrameHeader(type, label, 0, 0, payload.length), payload, 0, Checksum.of(payload));
  }

  /** Appends the bytes of a control frame. */
  public static void control(ByteBuf out, FrameType type, int label, byte[] payload) {
    new FrameHeader(type, label, 0, 0, payload.length).write(out);
    out.writeBytes(payload).writeInt(Checksum.of(payload));
  }

  /** Whether a frame's payload is better copied. */
  public static boolean isShort(FrameHeader header) {
    return header.length() <= SHORT_BYTES;
  }

  /** Appends the bytes of a frame and releases its payload. */
  public static void copy(ByteBuf out, FrameHeader header, ByteBuf payload, int payloadCrc) {
    header.write(out);
    out.writeBytes(payload).writeInt(payloadCrc);
    payload.release();
  }

  /** The bytes of a frame around a payload, which is not copied unless it is short; takes it over. */
  public static ByteBuf around(ByteBufAllocator allocator, FrameHeader header, ByteBuf payload, int payloadCrc) {
    if (isShort(header)) {
      ByteBuf out = allocator.directBuffer(header.frameBytes(), header.frameBytes());
      copy(out, header, payload, payloadCrc);
      return out;
    }
    ByteBuf ends = allocator.directBuffer(FrameHeader.BYTES + FrameHeader.TRAILER_BYTES);
    header.write(ends);
    ends.writeInt(payloadCrc);
    ByteBuf head = ends.readRetainedSlice(FrameHeader.BYTES);
    return allocator.compositeDirectBuffer(3).addComponents(true, head, payload, ends);
  }

  /** The bytes of a frame whose payload is a part of an array and whose checksum is already known. */
  public static ByteBuf encode(ByteBufAllocator allocator, FrameHeader header, byte[] source, int start, int payloadCrc) {
    ByteBuf out = allocator.directBuffer(header.frameBytes(), header.frameBytes());
    header.write(out);
    out.writeBytes(source, start, header.length());
    out.writeInt(payloadCrc);
    return out;
  }
}
