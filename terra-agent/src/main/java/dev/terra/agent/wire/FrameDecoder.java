package dev.terra.agent.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/**
 * Cuts a connection's bytes into frames. Its input is hostile until proved otherwise: it never holds more than one frame, of
 * which it makes room for no more than {@link FrameHeader#MAX_PAYLOAD}, and closes its ears for good at the first byte that
 * fits no frame.
 *
 * <p>It starts by producing {@link Frame}s: every byte is copied once, from the buffer of the read to the payload, and summed
 * while it is in the processor's cache. After {@link #relayFromNow} it looks at headers only and passes the bytes of frames on: whole
 * frames and long pieces in the buffers in which they came, short pieces when {@link #GATHERED_BYTES} of them are there or the frame
 * is, since every piece costs each relay behind this one a round of its loop, and the links short packets.
 */
public final class FrameDecoder extends ChannelInboundHandlerAdapter {
  /** What a relay waits for, at most: the far end waits for the whole frame in any case. */
  static final int GATHERED_BYTES = 16 << 10;

  private static final byte[] NOTHING = {};

  private final ByteBuf head = Unpooled.buffer(FrameHeader.BYTES, FrameHeader.BYTES);
  private final CRC32C sum = new CRC32C();
  private FrameHeader header;
  /** Short pieces of the frame that is relayed; null if there are none. */
  private ByteBuf gathered;
  private byte[] payload = NOTHING;
  private int maxPayload = FrameHeader.MAX_PAYLOAD;
  private int left;
  private int payloadCrc;
  private boolean relaying;
  private boolean failed;
  private boolean heard;
  private AtomicLong reads = new AtomicLong();

  /** From the next frame on, emits the bytes of frames as they are instead of taking them apart. On the channel's loop only. */
  public void relayFromNow() {
    relaying = true;
  }

  /** From the next frame on, a longer payload is an error. On the channel's loop only. */
  public void takeAtMost(int payloadBytes) {
    maxPayload = payloadBytes;
  }

  /** Whether any byte has arrived since the last call. On the channel's loop only. */
  public boolean takeHeard() {
    boolean result = heard;
    heard = false;
    return result;
  }

  /** Counts its reads, each of one byte or more, in a counter that it may share with others. On the channel's loop only. */
  public void countReadsIn(AtomicLong counter) {
    reads = counter;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    heard = true;
    reads.incrementAndGet();
    if (!(message instanceof ByteBuf in)) {
      ReferenceCountUtil.release(message);
      throw new WireException("expected bytes, got " + message.getClass());
    }
    try {
      while (in.isReadable() && !failed) {
        if (header == null && !readHeader(in)) {
          return;
        }
        if (relaying) {
          relay(ctx, in);
        } else {
          read(ctx, in);
        }
      }
    } finally {
      in.release();
    }
  }

  /** Takes bytes of a header; returns whether it is complete. */
  private boolean readHeader(ByteBuf in) {
    if (relaying && !head.isReadable() && in.readableBytes() >= FrameHeader.BYTES) {
      header = parse(in, in.readerIndex());
      left = header.frameBytes();
      return true;
    }
    head.writeBytes(in, Math.min(head.writableBytes(), in.readableBytes()));
    if (head.isWritable()) {
      return false;
    }
    header = parse(head, 0);
    if (header.length() > maxPayload) {
      failed = true;
      throw new WireException("a frame of " + header.length() + " bytes where at most " + maxPayload + " are taken");
    }
    left = header.length() + FrameHeader.TRAILER_BYTES;
    payload = relaying ? NOTHING : new byte[header.length()];
    payloadCrc = 0;
    sum.reset();
    return true;
  }

  private FrameHeader parse(ByteBuf bytes, int at) {
    try {
      return FrameHeader.read(bytes, at);
    } catch (WireException e) {
      failed = true;
      throw e;
    }
  }

  private void read(ChannelHandlerContext ctx, ByteBuf in) {
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
      Frame frame = new Frame(header, payload, payloadCrc, payloadCrc == (int) sum.getValue());
      nextFrame();
      ctx.fireChannelRead(frame);
    }
  }

  /** Takes or passes on what is here of a frame. */
  private void relay(ChannelHandlerContext ctx, ByteBuf in) {
    int count = Math.min(left, in.readableBytes());
    if (gathered == null && !head.isReadable() && (count == left || count >= GATHERED_BYTES)) {
      ctx.fireChannelRead(in.readRetainedSlice(count));
    } else {
      count = gather(ctx, in, count);
    }
    left -= count;
    if (gathered != null && (left == 0 || !gathered.isWritable())) {
      passGathered(ctx);
    }
    if (left == 0) {
      nextFrame();
    }
  }

  private int gather(ChannelHandlerContext ctx, ByteBuf in, int available) {
    if (gathered == null) {
      int room = Math.min(GATHERED_BYTES, head.readableBytes() + left);
      gathered = ctx.alloc().buffer(room, room).writeBytes(head);
    }
    int count = Math.min(available, gathered.writableBytes());
    gathered.writeBytes(in, count);
    return count;
  }

  private void passGathered(ChannelHandlerContext ctx) {
    ByteBuf pieces = gathered;
    gathered = null;
    ctx.fireChannelRead(pieces);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (gathered != null) {
      gathered.release();
      gathered = null;
    }
  }

  private void nextFrame() {
    header = null;
    payload = NOTHING;
    head.clear();
  }
}
