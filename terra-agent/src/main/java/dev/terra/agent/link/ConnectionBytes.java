package dev.terra.agent.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts what goes over a connection in either direction, encrypted where it is: bytes count as written as soon as they are given to the
 * channel, whether or not its socket has taken them. What it has counted belongs to a {@link LinkBytes} from {@link #countIn} to the
 * connection's end. On the channel's loop.
 */
public final class ConnectionBytes extends ChannelDuplexHandler {
  private @Nullable LinkBytes link;
  private AtomicLong reads = new AtomicLong();
  private long read;
  private long written;
  private boolean blocked;

  /** Adds what is counted to a link's sums from now on, and what was counted so far. */
  void countIn(LinkBytes sums) {
    link = sums;
    link.opened(read, written);
  }

  /** Counts reads, of one byte or more each, in a counter that it may share with others. On the channel's loop, or before there is one. */
  public void countReadsIn(AtomicLong counter) {
    reads = counter;
  }

  /** Bytes have gone from this connection's socket straight into another's, past all handlers. On the channel's loop. */
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

  /** The connection has ended: what it lost is not missing from the sums of those that stand. */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    block(false);
    if (link != null) {
      link.closed(read, written);
      link = null;
    }
  }
}
