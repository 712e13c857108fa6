package dev.terra.rest.http;

import dev.terra.api.door.DoorBounds;
import dev.terra.api.door.Entrance;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.door.PortName;
import dev.terra.api.door.ShadedDoor;
import dev.terra.api.tls.TlsFiles;
import dev.terra.core.failure.Failures;
import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.group.ChannelGroup;
import io.grpc.netty.shaded.io.netty.channel.group.DefaultChannelGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpServerCodec;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.grpc.netty.shaded.io.netty.handler.flow.FlowControlHandler;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.netty.shaded.io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens for HTTP/1.1, and lets a function answer each request on one of a few threads. */
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
  /** The largest body that is read, in bytes. The largest request names some thousands of links. */
  public static final int MAX_BODY_BYTES = 64 << 10;
  /** The longest request line, in bytes. It has room for several parameters of which every byte is escaped. */
  private static final int MAX_LINE_BYTES = 32 << 10;
  private static final int MAX_HEADER_BYTES = 32 << 10;
  private static final int MAX_CHUNK_BYTES = 16 << 10;
  /** The most connections from one address, and in all. A browser opens six, and all browsers of an office may share one address. */
  private static final DoorBounds BOUNDS = new DoorBounds(256, 1_024);
  /** The most requests that wait for a thread. Further requests are answered with a request to try again. */
  private static final int MAX_WAITING = 256;
  /** The number of threads. Some may wait for the controller's thread or for a what-if computation, and the others still answer. */
  private static final int WORKERS = 8;
  private static final int IO_THREADS = 1;
  /** The longest time for a request to arrive, and between requests of one connection. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CLOSE_SECONDS = 5;

  private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
      IO_THREADS, new DefaultThreadFactory("terra-http-io", true), NioIoHandler.newFactory());
  private final ThreadPoolExecutor workers = new ThreadPoolExecutor(WORKERS, WORKERS, 0, TimeUnit.SECONDS,
      new ArrayBlockingQueue<>(MAX_WAITING), new DefaultThreadFactory("terra-http", true));
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ShadedDoor door = new ShadedDoor(new Entrance(
      new PortName("HTTP port", LOG::warn), BOUNDS, new KnownAddresses(), PATIENCE));
  private final Function<HttpCall, HttpAnswer> app;
  private final @Nullable TlsFiles tls;
  private @Nullable Channel listening;

  private HttpServer(Function<HttpCall, HttpAnswer> app, @Nullable TlsFiles tls) {
    this.app = app;
    this.tls = tls;
  }

  /**
   * Begins to listen; port 0 takes a free one.
   *
   * @param app answers requests; it must not throw
   * @param tls the files for TLS, with which a client may present a certificate; null for plain HTTP
   * @throws IOException if the server cannot listen; the message names the address
   */
  public static HttpServer open(InetSocketAddress address, Function<HttpCall, HttpAnswer> app, @Nullable TlsFiles tls)
      throws IOException {
    HttpServer server = new HttpServer(app, tls);
    ChannelFuture bound = new ServerBootstrap()
        .group(server.loops)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel child) {
            server.accept(child);
          }
        })
        .bind(address)
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      server.close();
      throw new IOException("cannot listen for HTTP on " + address + ": " + Failures.inWords(bound.cause()), bound.cause());
    }
    server.listening = bound.channel();
    return server;
  }

  private void accept(Channel child) {
    if (!door.admit(child)) {
      return;
    }
    connections.add(child);
    child.pipeline().addLast(new SpeechGate(tls != null));
    if (tls != null) {
      child.pipeline().addLast(secure(tls));
    }
    child.pipeline().addLast(
        new HttpServerCodec(MAX_LINE_BYTES, MAX_HEADER_BYTES, MAX_CHUNK_BYTES),
        new HttpServerKeepAliveHandler(), new BoundedBody(MAX_BODY_BYTES), new FlowControlHandler(),
        new HttpConnection(app, workers));
  }

  private static SslHandler secure(TlsFiles files) {
    SSLEngine engine = files.engine(false);
    engine.setWantClientAuth(true); // a client may use a token instead
    return new SslHandler(engine, false, files.executor());
  }

  /** Returns the address on which the server listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) Objects.requireNonNull(listening).localAddress();
  }

  @Override
  public void close() {
    if (listening != null) {
      listening.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
    workers.shutdownNow();
    connections.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    loops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
