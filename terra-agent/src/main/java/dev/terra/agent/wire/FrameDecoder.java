package dev.terra.agent.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Cuts a connection's bytes into frames. Its input is hostile until proved otherwise: it never holds more than one frame and
 * what a single read brought, and closes its ears for good at the first byte that fits no frame.
 *
 * <p>It starts by producing {@link Frame}s; after {@link #relayFromNow} it passes whole frames on as buffers, having looked
 * at their headers only.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
  private boolean relaying;
  private boolean failed;
  private boolean heard;
  private AtomicLong reads = new AtomicLong();

  /** From the next frame on, emits frames as they are instead of taking them apart. On the channel's loop only. */
  public void relayFromNow() {
    relaying = true;
  }

  /** Whether any byte has arrived since the last call. On the channel's loop only. */
  public boolean heardSinceLastCall() {
    boolean result = heard;
    heard = false;
    return result;
  }

  /** Counts its reads, each of one byte or more, in a counter that it may share with others. On the channel's loop only. */
  public void countReadsIn(AtomicLong counter) {
    reads = counter;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
    heard = true;
    reads.incrementAndGet();
    super.channelRead(ctx, msg);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (in.readableBytes() < FrameHeader.BYTES) {
      return;
    }
    FrameHeader header = readHeader(in);
    if (in.readableBytes() >= header.frameBytes()) {
      out.add(relaying ? in.readRetainedSlice(header.frameBytes()) : readFrame(in, header));
    }
  }

  private FrameHeader readHeader(ByteBuf in) {
    try {
      return FrameHeader.read(in, in.readerIndex());
    } catch (WireException e) {
      failed = true;
      in.skipBytes(in.readableBytes());
      throw e;
    }
  }

  private static Frame readFrame(ByteBuf in, FrameHeader header) {
    in.skipBytes(FrameHeader.BYTES);
    byte[] payload = new byte[header.length()];
    in.readBytes(payload);
    return new Frame(header, payload, in.readInt());
  }
}
