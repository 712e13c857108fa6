package dev.terra.agent.tunnel;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Flushes what is written once the channel's loop has taken in all that waits to be written, so that many small frames cost one
 * system call.
 */
final class FlushSoon extends ChannelOutboundHandlerAdapter {
  private boolean pending;

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    ctx.write(message, promise);
    if (!pending) {
      pending = true;
      ctx.executor().execute(() -> {
        pending = false;
        ctx.flush();
      });
    }
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    ctx.flush();
  }
}
