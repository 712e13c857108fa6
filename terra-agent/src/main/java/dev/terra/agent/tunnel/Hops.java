package dev.terra.agent.tunnel;

import dev.terra.agent.config.Neighbour;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.core.wan.SiteId;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** How a hop's connection is made, and what all of them have in common. */
final class Hops {
  /** A path longer than this is a mistake: the largest WAN has far fewer sites on a sensible path. */
  static final int MAX_PATH_SITES = 64;
  /** Two retransmitted SYNs on a long link don't fit in less. */
  static final int CONNECT_TIMEOUT_MILLIS = 2_000;
  /** From connecting to the far end's answer; every relay connects in turn. */
  static final long HANDSHAKE_TIMEOUT_MILLIS = 5_000;
  /**
   * What waits in a hop's write buffer: two of the largest chunks, so that a probe or an acknowledgement behind them is soon
   * on its way.
   */
  static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(64 << 10, 256 << 10);

  private Hops() {}

  /** Connects from our end of a link to the neighbour's; the handler sits behind the frame decoder. */
  static ChannelFuture connect(
      TunnelContext context, EventLoopGroup loops, SiteId site, FrameDecoder decoder, ChannelHandler handler) {
    Neighbour neighbour = neighbour(context, site);
    return new Bootstrap()
        .group(loops)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .handler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            context.link(site).add(channel, decoder);
            channel.pipeline().addLast(decoder, handler);
          }
        })
        .connect(new InetSocketAddress(neighbour.remote(), neighbour.remotePort()), new InetSocketAddress(neighbour.local(), 0));
  }

  static Neighbour neighbour(TunnelContext context, SiteId site) {
    Neighbour neighbour = context.neighbours().get(site);
    if (neighbour == null) {
      throw new IllegalArgumentException(context.site() + " has no link to " + site + "; its neighbours are "
          + context.neighbours().keySet());
    }
    return neighbour;
  }

  /** Runs a task on the channel's loop unless the channel has been closed by then. */
  static void after(Channel channel, long millis, Runnable task) {
    var timer = channel.eventLoop().schedule(task, millis, TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(closed -> timer.cancel(false));
  }
}
