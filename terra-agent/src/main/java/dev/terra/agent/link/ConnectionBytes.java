package dev.terra.agent.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes that cross a connection in either direction, after encryption if there is any. Bytes count as written as soon as they
 * are given to the channel, whether or not its socket has taken them. From {@link #countIn} to the connection's end, the counts are part of
 * a {@link LinkBytes}. It is used on the channel's loop only.
 */
public final class ConnectionBytes extends ChannelDuplexHandler {
  private @Nullable LinkBytes link;
  private AtomicLong reads = new AtomicLong();
  private long read;
  private long written;
  private boolean blocked;

  /** Adds further counts, and the counts so far, to a link's sums. */
  void countIn(LinkBytes sums) {
    link = sums;
    link.opened(read, written);
  }

  /**
   * Counts reads of one byte or more in a counter that may be shared with other connections. It is called on the channel's loop, or before
   * the channel has one.
   */
  public void countReadsIn(AtomicLong counter) {
    reads = counter;
  }

  /**
   * Counts bytes that went from this connection's socket straight into another's, past all handlers. It is called on the channel's loop.
   */
  public void spliced(int bytes, ConnectionBytes other) {
    reads.incrementAndGet();
    count(bytes, 0);
    other.count(0, bytes);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    reads.incrementAndGet();
    if (message instanceof ByteBuf bytes) {
      count(bytes.readableBytes(), 0);
    }
    ctx.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
    if (message instanceof ByteBuf bytes) {
      count(0, bytes.readableBytes());
    }
    super.write(ctx, message, promise);
  }

  private void count(int readBytes, int writtenBytes) {
    read += readBytes;
    written += writtenBytes;
    if (link != null) {
      link.count(readBytes, writtenBytes);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    block(!ctx.channel().isWritable());
    ctx.fireChannelWritabilityChanged();
  }

  private void block(boolean isBlocked) {
    if (link != null && isBlocked != blocked) {
      blocked = isBlocked;
      link.block(isBlocked);
    }
  }

  /**
   * Subtracts the counts of the connection, which has ended, so that bytes that it lost do not look as if they were missing from the open
   * connections.
   */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    block(false);
    if (link != null) {
      link.closed(read, written);
      link = null;
    }
  }
}
