package dev.terra.agent.http;

import dev.terra.agent.door.ConnectionLimit;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.failure.Failures;
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
import java.net.InetSocketAddress;
import java.util.Optional;

/** The HTTP port for this site's handlers: {@code POST /v1/fetch} and {@code GET /v1/stats}. */
public final class FetchServer implements AutoCloseable {
  /** A fetch names segments; tens of thousands fit. */
  private static final int MAX_REQUEST_BYTES = 4 << 20;
  /** What waits for a handler's socket. */
  private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(256 << 10, 1 << 20);

  /** A handler relays 300 fetches at a time; a site has some hundred handlers, few of which relay as many at once. */
  private static final ConnectionLimit.Bounds BOUNDS = new ConnectionLimit.Bounds(8_192, 512);
  /** For a request to be whole, and between requests of one connection. */
  private static final int REQUEST_SECONDS = (int) ProtocolTiming.FETCH_REQUEST.duration().toSeconds();

  private final Channel channel;
  private final ConnectionLimit limit;

  private FetchServer(Channel channel, ConnectionLimit limit) {
    this.channel = channel;
    this.limit = limit;
  }

  /** How many connections were refused. */
  public long refused() {
    return limit.refused();
  }

  /**
   * Listens; port 0 picks a free one.
   *
   * @throws IOException that names the address and port which could not be had
   */
  public static FetchServer open(EventLoopGroup ioLoops, EventLoop owner, FetchApi api, Optional<SiteTls> tls,
      InetSocketAddress address) throws IOException {
    ConnectionLimit limit = new ConnectionLimit("fetch port", BOUNDS);
    ChannelFuture bound = new ServerBootstrap()
        .group(ioLoops)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel child) {
            if (!limit.admit(child)) {
              return;
            }
            tls.ifPresent(files -> child.pipeline().addLast(new FetchDoor(files)));
            child.pipeline().addLast(
                new HttpServerCodec(), new HttpServerKeepAliveHandler(), new HttpObjectAggregator(MAX_REQUEST_BYTES),
                new FetchHandler(owner, api, tls.isPresent(), REQUEST_SECONDS));
          }
        })
        .bind(address)
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "fetch port " + address.getAddress().getHostAddress() + ":" + address.getPort() + ": " + Failures.inWords(bound.cause()),
          bound.cause());
    }
    return new FetchServer(bound.channel(), limit);
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
