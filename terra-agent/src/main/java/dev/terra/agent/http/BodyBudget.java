package dev.terra.agent.http;

import dev.terra.api.door.ByteBudget;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Bounds the bytes of incomplete requests over all connections of a port. A connection for which there is no room is closed. */
final class BodyBudget extends ChannelInboundHandlerAdapter {
  private final ByteBudget budget;
  private final InetAddress from;
  private long taken;

  /** Creates the handler of an accepted connection. */
  BodyBudget(ByteBudget budget, Channel connection) {
    this.budget = budget;
    this.from = ((InetSocketAddress) connection.remoteAddress()).getAddress();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    ctx.channel().closeFuture().addListener(closed -> giveBack());
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    int bytes = message instanceof HttpContent content ? content.content().readableBytes() : 0;
    if (!budget.take(from, bytes)) {
      ReferenceCountUtil.release(message);
      ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      return;
    }
    taken += bytes;
    ctx.fireChannelRead(message);
    if (message instanceof LastHttpContent) {
      giveBack();
    }
  }

  private void giveBack() {
    budget.give(from, taken);
    taken = 0;
  }
}
