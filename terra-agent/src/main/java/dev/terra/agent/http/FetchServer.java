package dev.terra.agent.http;

import com.google.common.base.Ticker;
import dev.terra.agent.door.PortDoor;
import dev.terra.agent.link.SocketTransport;
import dev.terra.api.door.ByteBudget;
import dev.terra.api.door.DoorBounds;
import dev.terra.api.door.Entrance;
import dev.terra.api.door.PortName;
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
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP port for this site's handlers: {@code POST /v1/fetch} and {@code GET /v1/stats}. */
public final class FetchServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FetchServer.class);
  /** The most bytes of a request. A fetch names segments, and tens of thousands of them fit. */
  private static final int MAX_REQUEST_BYTES = 4 << 20;
  /** The bounds of the bytes that wait for a handler's socket. */
  private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(256 << 10, 1 << 20);

  /**
   * The bounds of connections. A handler relays 300 fetches at a time; a site has some hundred handlers, few of which relay as many at
   * once.
   */
  private static final DoorBounds BOUNDS = new DoorBounds(512, 8_192);
  /** The bounds of incomplete requests in bytes. A handler's requests are some KiB each, and large ones are rare. */
  private static final ByteBudget.Bounds BODIES = new ByteBudget.Bounds(16 << 20, 64 << 20);

  private final Channel channel;

  private FetchServer(Channel channel) {
    this.channel = channel;
  }

  /**
   * Opens the port and listens on it; port 0 picks a free port.
   *
   * @param ticker the monotonic clock
   * @throws IOException if the port can't be opened; the message names the address and the port
   */
  public static FetchServer open(EventLoopGroup ioLoops, EventLoop owner, FetchApi api, FetchClients clients,
      InetSocketAddress address, Ticker ticker) throws IOException {
    PortDoor door = new PortDoor(new Entrance(new PortName("fetch port", log::warn), BOUNDS, clients.known(),
        ProtocolTiming.FETCH_REQUEST.duration(), ticker));
    ByteBudget bodies = new ByteBudget(BODIES);
    ChannelFuture bound = new ServerBootstrap()
        .group(ioLoops)
        .channel(SocketTransport.of(ioLoops).server())
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel child) {
            if (!door.admit(child)) {
              return;
            }
            clients.tls().ifPresent(files -> child.pipeline().addLast(new FetchDoor(files)));
            child.pipeline().addLast(
                new HttpServerCodec(), new BodyBudget(bodies, child), new HttpServerKeepAliveHandler(),
                new HttpObjectAggregator(MAX_REQUEST_BYTES), new FetchHandler(owner, api, clients));
          }
        })
        .bind(address)
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "fetch port " + address.getAddress().getHostAddress() + ":" + address.getPort() + ": " + Failures.inWords(bound.cause()),
          bound.cause());
    }
    return new FetchServer(bound.channel());
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** Stops accepting connections. */
  @Override
  public void close() {
    channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
