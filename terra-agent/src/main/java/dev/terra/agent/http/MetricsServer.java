package dev.terra.agent.http;

import com.google.common.base.Ticker;
import dev.terra.agent.door.PortDoor;
import dev.terra.agent.link.SocketTransport;
import dev.terra.api.door.DoorBounds;
import dev.terra.api.door.Entrance;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.door.PortName;
import dev.terra.core.failure.Failures;
import dev.terra.core.view.PrometheusText;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP port for Prometheus: {@code GET /metrics}. It returns figures and accepts no input. */
public final class MetricsServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MetricsServer.class);
  private static final String PATH = "/metrics";
  /** The most bytes of a request's body. A GET has none. */
  private static final int MAX_REQUEST_BYTES = 1_024;
  /** The bounds of connections. Clients prove no identity here, so all are strangers. */
  private static final DoorBounds BOUNDS = new DoorBounds(1, 1);

  private final Channel channel;

  private MetricsServer(Channel channel) {
    this.channel = channel;
  }

  /**
   * Opens the port and listens on it; port 0 picks a free port.
   *
   * @param text returns the text of the answer, on any thread
   * @param ticker the monotonic clock
   * @throws IOException if the port can't be opened; the message names the address
   */
  public static MetricsServer open(EventLoopGroup ioLoops, InetSocketAddress address, Supplier<String> text, Ticker ticker)
      throws IOException {
    PortDoor door = new PortDoor(
        new Entrance(new PortName("metrics port", log::warn), BOUNDS, new KnownAddresses(), null, ticker));
    ChannelFuture bound = new ServerBootstrap()
        .group(ioLoops)
        .channel(SocketTransport.of(ioLoops).server())
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel child) {
            if (door.admit(child)) {
              child.pipeline().addLast(new HttpServerCodec(), new HttpServerKeepAliveHandler(),
                  new HttpObjectAggregator(MAX_REQUEST_BYTES), new Answers(text));
            }
          }
        })
        .bind(address)
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException("metrics at " + address + ": " + Failures.inWords(bound.cause()), bound.cause());
    }
    return new MetricsServer(bound.channel());
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

  private static final class Answers extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final Supplier<String> text;

    Answers(Supplier<String> text) {
      super(FullHttpRequest.class);
      this.text = text;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
      if (!request.decoderResult().isSuccess()) {
        answer(ctx, HttpResponseStatus.BAD_REQUEST, "not an HTTP request\n");
      } else if (!new QueryStringDecoder(request.uri()).path().equals(PATH)) {
        answer(ctx, HttpResponseStatus.NOT_FOUND, "expected GET " + PATH + "\n");
      } else if (!request.method().equals(HttpMethod.GET)) {
        answer(ctx, HttpResponseStatus.METHOD_NOT_ALLOWED, "expected GET " + PATH + "\n");
      } else {
        answer(ctx, HttpResponseStatus.OK, text.get());
      }
    }

    private static void answer(ChannelHandlerContext ctx, HttpResponseStatus status, String body) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(bytes));
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, PrometheusText.CONTENT_TYPE).set(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
      PortDoor.answered(ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }
  }
}
