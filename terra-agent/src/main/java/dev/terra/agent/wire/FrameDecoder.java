package dev.terra.agent.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a connection's bytes into frames. Its input is hostile until proved otherwise. The decoder never holds more than one frame, for
 * which it allocates no more than {@link FrameHeader#MAX_PAYLOAD}. After the first byte that fits no frame, it ignores all further input.
 *
 * <p>Every byte is copied once, from the buffer of the read to the payload, and added to the checksum while it is in the processor's cache.
 */
public final class FrameDecoder extends ChannelInboundHandlerAdapter {
  private static final byte[] NOTHING = {};

  private final ByteBuf head = Unpooled.buffer(FrameHeader.BYTES, FrameHeader.BYTES);
  private final CRC32C sum = new CRC32C();
  private @Nullable FrameHeader header;
  private byte[] payload = NOTHING;
  private int maxPayload = FrameHeader.MAX_PAYLOAD;
  private int left;
  private int payloadCrc;
  private boolean failed;
  private boolean heard;

  /** Sets the longest payload that is accepted from the next frame on. It is called on the channel's loop only. */
  public void takeAtMost(int payloadBytes) {
    maxPayload = payloadBytes;
  }

  /** Returns whether any byte has arrived since the last call. It is called on the channel's loop only. */
  public boolean takeHeard() {
    boolean result = heard;
    heard = false;
    return result;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    heard = true;
    if (!(message instanceof ByteBuf in)) {
      ReferenceCountUtil.release(message);
      throw new WireException("expected bytes, got " + message.getClass());
    }
    try {
      while (in.isReadable() && !failed) {
        FrameHeader whole = header != null ? header : readHeader(in);
        if (whole == null) {
          return;
        }
        header = whole;
        read(ctx, whole, in);
      }
    } finally {
      in.release();
    }
  }

  /** Reads bytes of a header; returns null until the header is complete. */
  private @Nullable FrameHeader readHeader(ByteBuf in) {
    head.writeBytes(in, Math.min(head.writableBytes(), in.readableBytes()));
    if (head.isWritable()) {
      return null;
    }
    FrameHeader read = parse(head);
    if (read.length() > maxPayload) {
      failed = true;
      throw new WireException("a frame of " + read.length() + " bytes where at most " + maxPayload + " are allowed");
    }
    left = read.length() + FrameHeader.TRAILER_BYTES;
    payload = new byte[read.length()];
    payloadCrc = 0;
    sum.reset();
    return read;
  }

  private FrameHeader parse(ByteBuf bytes) {
    try {
      return FrameHeader.read(bytes, 0);
    } catch (WireException e) {
      failed = true;
      throw e;
    }
  }

  private void read(ChannelHandlerContext ctx, FrameHeader whole, ByteBuf in) {
    int count = Math.min(left - FrameHeader.TRAILER_BYTES, in.readableBytes());
    if (count > 0) {
      sum.update(in.nioBufferCount() == 1
          ? in.internalNioBuffer(in.readerIndex(), count) : in.nioBuffer(in.readerIndex(), count));
      in.readBytes(payload, payload.length + FrameHeader.TRAILER_BYTES - left, count);
      left -= count;
    }
    while (left > 0 && left <= FrameHeader.TRAILER_BYTES && in.isReadable()) {
      payloadCrc = payloadCrc << Byte.SIZE | in.readUnsignedByte();
      left--;
    }
    if (left == 0) {
      Frame frame = new Frame(whole, payload, payloadCrc, payloadCrc == (int) sum.getValue(), 0);
      nextFrame();
      ctx.fireChannelRead(frame);
    }
  }

  private void nextFrame() {
    header = null;
    payload = NOTHING;
    head.clear();
  }
}
