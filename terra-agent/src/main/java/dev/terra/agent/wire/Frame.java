package dev.terra.agent.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * A frame that has arrived. Its payload is an array of its own, so that it can be kept without holding on to a network buffer.
 *
 * @param header its header
 * @param payload its payload; not copied, not to be changed
 * @param payloadCrc the checksum that came with the payload
 * @param intact whether the payload is what its sender put in
 * @param restoreNanos how long it took to restore the payload; 0 if it was not compressed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Frame(FrameHeader header, byte[] payload, int payloadCrc, boolean intact, long restoreNanos) {
  /** The longest payload that is copied. Copying it costs less than writing three parts. */
  private static final int SHORT_BYTES = 4 << 10;

  /** Creates a frame and checks its payload. */
  public Frame(FrameHeader header, byte[] payload, int payloadCrc) {
    this(header, payload, payloadCrc, Checksum.of(payload) == payloadCrc, 0);
  }

  /**
   * Parses the payload as a message.
   *
   * @throws WireException if the payload is corrupt or no such message
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

  /** Returns the bytes of a control frame. */
  public static ByteBuf control(ByteBufAllocator allocator, FrameType type, int label, MessageLite message) {
    byte[] payload = message.toByteArray();
    return encode(allocator, new FrameHeader(type, label, 0, 0, payload.length), payload, 0, Checksum.of(payload));
  }

  /** Appends the bytes of a control frame. */
  public static void control(ByteBuf out, FrameType type, int label, byte[] payload) {
    new FrameHeader(type, label, 0, 0, payload.length).write(out);
    out.writeBytes(payload).writeInt(Checksum.of(payload));
  }

  /** Returns whether a frame's payload is so short that it is better copied. */
  public static boolean isShort(FrameHeader header) {
    return header.length() <= SHORT_BYTES;
  }

  /** Appends the bytes of a frame and releases its payload. */
  public static void copy(ByteBuf out, FrameHeader header, ByteBuf payload, int payloadCrc) {
    header.write(out);
    out.writeBytes(payload).writeInt(payloadCrc);
    payload.release();
  }

  /** Returns the bytes of a frame around a payload, which is not copied unless it is short. The method takes ownership of the payload. */
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

  /** Returns the bytes of a frame whose payload is a part of an array and whose checksum is already known. */
  public static ByteBuf encode(ByteBufAllocator allocator, FrameHeader header, byte[] source, int start, int payloadCrc) {
    ByteBuf out = allocator.directBuffer(header.frameBytes(), header.frameBytes());
    header.write(out);
    out.writeBytes(source, start, header.length());
    out.writeInt(payloadCrc);
    return out;
  }
}
