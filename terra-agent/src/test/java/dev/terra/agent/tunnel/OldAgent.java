package dev.terra.agent.tunnel;

import com.google.protobuf.MessageLite;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.Probe;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.v1.TunnelWelcome;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** The tunnel port of an agent of version 5 of the tunnel protocol. It accepts tunnels, and supports neither lines nor pipes. */
final class OldAgent implements AutoCloseable {
  private static final int VERSION = 5;

  private final NioEventLoopGroup loops = new NioEventLoopGroup(1);
  private final Queue<Frame> data = new ConcurrentLinkedQueue<>();
  private final String site;
  private final Channel server;

  OldAgent(String site) {
    this.site = site;
    this.server = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            channel.pipeline().addLast(new FrameDecoder(), new Port());
          }
        })
        .bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly().channel();
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  /** Returns the data frames that have arrived on tunnels. */
  Queue<Frame> data() {
    return data;
  }

  private final class Port extends SimpleChannelInboundHandler<Frame> {
    Port() {
      super(Frame.class);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Frame frame) {
      switch (frame.header().type()) {
        case HELLO -> greet(ctx, frame, frame.message(TunnelHello.parser()));
        case PING -> send(ctx, FrameType.PONG, frame, frame.message(Probe.parser()));
        case DATA -> data.add(frame);
        default -> { }
      }
    }

    private void greet(ChannelHandlerContext ctx, Frame frame, TunnelHello hello) {
      TunnelWelcome.Builder welcome = TunnelWelcome.newBuilder().setProtocolVersion(VERSION).setSite(site).setAgent(site + "-gw")
          .setSession(1);
      if (hello.getProtocolVersion() > VERSION) {
        welcome.setRefusal("this agent speaks tunnel protocol versions 4 to 5, the tunnel's opener " + hello.getProtocolVersion() + " to "
            + hello.getNewestVersion());
      }
      send(ctx, FrameType.WELCOME, frame, welcome.build());
    }
  }

  private static void send(ChannelHandlerContext ctx, FrameType type, Frame answered, MessageLite message) {
    ctx.writeAndFlush(Frame.control(ctx.alloc(), type, answered.header().label(), message))
        .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  @Override
  public void close() {
    server.close().syncUninterruptibly();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
