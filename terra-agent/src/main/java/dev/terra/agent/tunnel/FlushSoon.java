package dev.terra.agent.tunnel;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;

/**
 * Flushes once the channel's loop has processed all pending writes, so that many small frames cost one system call. (Writing without
 * flushing cannot replace this: it does not wake the loop.)
 */
final class FlushSoon extends ChannelOutboundHandlerAdapter {
  private boolean pending;

  @Override
  public void flush(ChannelHandlerContext ctx) {
    if (!pending) {
      pending = true;
      ctx.executor().execute(() -> {
        pending = false;
        ctx.flush();
      });
    }
  }
}
