package dev.terra.node.segment;

import dev.terra.api.door.DoorBounds;
import dev.terra.api.door.Entrance;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.door.PortName;
import dev.terra.api.door.ShadedDoor;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.failure.Failures;
import dev.terra.node.agent.HandlerTls;
import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.buffer.UnpooledByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.group.ChannelGroup;
import io.grpc.netty.shaded.io.netty.channel.group.DefaultChannelGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.SocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpObjectAggregator;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpServerCodec;
import io.grpc.netty.shaded.io.netty.handler.stream.ChunkedWriteHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.netty.shaded.io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves ranges of map outputs to the site's agents, and counters, on a port and threads of its own. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
public final class SegmentServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentServer.class);
  private static final int THREADS = 2;
  /** The bounds of connections. Agents keep a few connections each; several agents of a site may share an address. */
  private static final DoorBounds BOUNDS = new DoorBounds(256, 512);
  private static final int MAX_BODY_BYTES = 1_024;

  private final SegmentServices services;
  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(THREADS, new DefaultThreadFactory("terra-segment", true), NioIoHandler.newFactory());
  private final ShadedDoor door;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

  /** Creates a server that does not listen yet. */
  public SegmentServer(SegmentServices services) {
    this.services = services;
    this.door = new ShadedDoor(new Entrance(new PortName("Terra: segment port", LOG::warn), BOUNDS,
        new KnownAddresses(services.agents()::isAgent),
        ProtocolTiming.SEGMENT_IDLE.duration()));
  }

  /** Listens on all addresses; returns the port. */
  public int start(int port) throws IOException {
    ChannelFuture bound = new ServerBootstrap().group(threads).channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_REUSEADDR, true).childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
        .childHandler(new ChannelInitializer<SocketChannel>() {
          @Override
          protected void initChannel(SocketChannel channel) {
            accept(channel);
          }
        }).bind(port).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException("segment port " + port + ": " + Failures.inWords(bound.cause()), bound.cause());
    }
    channels.add(bound.channel());
    return ((InetSocketAddress) bound.channel().localAddress()).getPort();
  }

  private void accept(Channel channel) {
    boolean agent = services.agents().isAgent(((InetSocketAddress) channel.remoteAddress()).getAddress());
    if (!door.admit(channel)) {
      return;
    }
    channels.add(channel);
    HandlerTls tls = services.agents().tls();
    if (tls.isOn()) {
      channel.pipeline().addLast(new SegmentDoor(() -> tls.engine(false).orElseThrow()));
    }
    channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(MAX_BODY_BYTES), new ChunkedWriteHandler());
    if (agent) {
      channel.pipeline().addLast(new TracedReads(services.agents().spans()));
    }
    channel.pipeline().addLast(new SegmentHandler(services));
  }

  @Override
  public void close() {
    channels.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(1, TimeUnit.SECONDS);
  }
}
