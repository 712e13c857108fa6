package dev.terra.agent.tunnel;

import com.google.protobuf.MessageLite;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames into a tunnel's channel, in the order in which a thread sends them. Short frames that the agent's thread sends share a
 * buffer. The buffer is written when it is full, when a long frame follows, or when that thread has run the tasks that were waiting when
 * the buffer was begun. Written one by one, the frames of a segment of 1 KiB would cost three buffers, three tasks and three wake-ups of
 * the channel's loop. Frames from other threads are written at once. The buffer belongs to the agent's thread.
 */
final class Outgoing {
  /** The size of the shared buffer. It holds some dozens of short frames, and is a small part of what may wait on a hop. */
  private static final int BATCH_BYTES = 32 << 10;

  private final Channel channel;
  private final EventExecutor owner;
  private @Nullable ByteBuf batch;

  Outgoing(Channel channel, EventExecutor owner) {
    this.channel = channel;
    this.owner = owner;
  }

  Channel channel() {
    return channel;
  }

  void control(FrameType type, int label, MessageLite message) {
    if (owner.inEventLoop()) {
      byte[] payload = message.toByteArray();
      Frame.control(room(payload.length), type, label, payload);
    } else {
      write(Frame.control(channel.alloc(), type, label, message));
    }
  }

  /** Writes a frame of data, and takes ownership of the payload. */
  void data(FrameHeader header, ByteBuf payload, int payloadCrc) {
    if (owner.inEventLoop() && Frame.isShort(header)) {
      Frame.copy(room(header.length()), header, payload, payloadCrc);
    } else {
      flush();
      write(Frame.around(channel.alloc(), header, payload, payloadCrc));
    }
  }

  /** Returns a buffer that has room for a frame with so many bytes of payload. */
  private ByteBuf room(int payloadBytes) {
    int bytes = FrameHeader.BYTES + payloadBytes + FrameHeader.TRAILER_BYTES;
    if (batch != null && batch.readableBytes() + bytes > BATCH_BYTES) {
      flush();
    }
    if (batch == null) {
      batch = channel.alloc().directBuffer(Math.max(bytes, BATCH_BYTES));
      owner.execute(this::flush);
    }
    return batch;
  }

  private void flush() {
    if (owner.inEventLoop() && batch != null) {
      ByteBuf full = batch;
      batch = null;
      write(full);
    }
  }

  private void write(ByteBuf bytes) {
    channel.writeAndFlush(bytes).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
