package dev.terra.agent.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The HTTP port for this site's handlers: {@code POST /v1/fetch} and {@code GET /v1/stats}. */
public final class FetchServer implements AutoCloseable {
  /** A fetch names segments; tens of thousands fit. */
  private static final int MAX_REQUEST_BYTES = 4 << 20;
  /** What waits for a handler's socket. */
  private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(256 << 10, 1 << 20);

  private final Channel channel;

  private FetchServer(Channel channel) {
    this.channel = channel;
  }

  /**
   * Listens; port 0 picks a free one.
   *
   * @throws IOException that names the address and port which could not be had
   */
  public static FetchServer open(EventLoopGroup ioLoops, EventLoop owner, FetchApi api, InetAddress address, int port)
      throws IOException {
    ChannelFuture bound = new ServerBootstrap()
        .group(ioLoops)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel child) {
            child.pipeline().addLast(
                new HttpServerCodec(), new HttpServerKeepAliveHandler(), new HttpObjectAggregator(MAX_REQUEST_BYTES),
                new FetchHandler(owner, api));
          }
        })
        .bind(address, port)
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "fetch port " + address.getHostAddress() + ":" + port + ": " + bound.cause().getMessage(), bound.cause());
    }
    return new FetchServer(bound.channel());
  }

  /** The port on which it listens. */
  public int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** Stops accepting. */
  @Override
  public void close() {
    channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
