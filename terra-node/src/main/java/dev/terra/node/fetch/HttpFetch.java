package dev.terra.node.fetch;

import com.google.common.net.InetAddresses;
import dev.terra.core.failure.Failures;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP request for bytes on a connection of its own. It reads one buffer at each request of its owner. It ends with its first failure
 * and reports nothing after that. All of it runs on one event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
public abstract class HttpFetch extends ChannelInboundHandlerAdapter {
  /** The size in bytes of one read of a source. */
  public static final int BUFFER_BYTES = 32 << 10;
  private static final int MAX_LINE = 4_096;
  private static final int MAX_HEADERS = 8_192;
  private static final String TLS = "tls";

  private final InetSocketAddress address;
  private final FetchServices services;
  private @Nullable Channel channel;
  private long progressNanos;
  private boolean interim;
  private boolean connected;
  private boolean headSeen;
  private boolean closed;

  /** Creates a request to an address that is not connected yet. */
  protected HttpFetch(InetSocketAddress address, FetchServices services) {
    this.address = address;
    this.services = services;
  }

  /** Returns how long this source may be silent. */
  protected abstract Patience patience();

  /** Returns the request. It is called once the source is connected and has proved its identity. */
  protected abstract FullHttpRequest request();

  /** Returns the TLS engine of the connection; empty if the connection is plain. */
  protected abstract Optional<SSLEngine> engine();

  /** Returns the address from which to connect, if that matters. */
  protected Optional<InetAddress> from() {
    return Optional.empty();
  }

  /** Returns whether the peer is the intended one, where the handshake alone does not prove it. */
  protected boolean isMeant(SSLSession session) {
    return true;
  }

  /** Checks a final response's head; ends this fetch if the head is wrong. */
  protected abstract void onHead(HttpResponse head);

  /** Takes the readable bytes of a part of the body; the caller releases it. */
  protected abstract void onBody(ByteBuf body);

  /** Returns whether nothing is missing. */
  protected abstract boolean isWhole();

  /** Handles the end of a read, of which all bytes were passed on. */
  protected abstract void onReadComplete();

  /** Handles the first failure, which ends the fetch. */
  protected abstract void onFailure(FetchFailure how, String reason);

  /** Handles a body that has ended too early. */
  protected void onShortBody() {
    fail("short body");
  }

  /** Handles a connection that has ended before the body did. */
  protected void onBrokenOff(String how) {
    end(headSeen ? FetchFailure.BROKEN_OFF : FetchFailure.BAD, how);
  }

  /** Notes that the lengths are known: from this call on, the limit is that on stalls. */
  protected final void headDone() {
    headSeen = true;
  }

  /** Returns the address of the source. */
  protected final InetSocketAddress address() {
    return address;
  }

  /** Returns the services that fetches share. */
  protected final FetchServices services() {
    return services;
  }

  /** Returns the address from which this request is connected. */
  protected final String localAddress() {
    return InetAddresses.toAddrString(((InetSocketAddress) channel().localAddress()).getAddress());
  }

  private Channel channel() {
    return Objects.requireNonNull(channel, "the fetch has not begun");
  }

  /** Connects and then sends the request. */
  public final void begin(EventLoop eventLoop) {
    touch();
    Bootstrap bootstrap = new Bootstrap().group(eventLoop).channel(NioSocketChannel.class)
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.ALLOCATOR, services.allocator())
        .option(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(BUFFER_BYTES))
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) patience().connect().toMillis())
        .handler(new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel created) {
            engine().ifPresent(engine -> created.pipeline().addLast(TLS, new SslHandler(engine)));
            created.pipeline().addLast(new HttpClientCodec(MAX_LINE, MAX_HEADERS, BUFFER_BYTES), HttpFetch.this);
          }
        });
    from().ifPresent(own -> bootstrap.localAddress(new InetSocketAddress(own, 0)));
    ChannelFuture connecting = bootstrap.connect(address);
    channel = connecting.channel();
    connecting.addListener((ChannelFutureListener) this::connected);
  }

  private void connected(ChannelFuture connecting) {
    if (closed) {
      connecting.channel().close();
    } else if (!connecting.isSuccess()) {
      fail("no connection: " + Failures.inWords(connecting.cause()));
    } else {
      connected = true;
      touch();
      if (connecting.channel().pipeline().get(TLS) == null) {
        send();
      }
      connecting.channel().read();
    }
  }

  private void send() {
    channel().writeAndFlush(request());
  }

  /** Sends the request after the handshake if there is TLS, and only to the intended peer. */
  @Override
  public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess() && !closed) {
      if (isMeant(ctx.pipeline().get(SslHandler.class).engine().getSession())) {
        send();
        ctx.read();
      } else {
        fail("its certificate is another node's");
      }
    }
  }

  /** Reads one more buffer. */
  public final void readMore() {
    if (channel().isActive()) {
      channel().read();
    }
  }

  /** Ends the request without a report. */
  public final void close() {
    closed = true;
    onClose();
    if (channel != null) {
      channel.close();
    }
  }

  /** Returns whether the request has ended. */
  protected final boolean isClosed() {
    return closed;
  }

  /** Releases bytes that are held back. */
  protected void onClose() {
    // Most requests hold nothing back.
  }

  /** Checks the time limits. A reader that takes nothing stops the clock. */
  public final void tick(boolean readerIsBusy) {
    if (readerIsBusy) {
      touch();
      return;
    }
    Duration limit = limit();
    if (services.nanoClock().getAsLong() - progressNanos > limit.toNanos()) {
      fail("nothing arrived for " + limit.toMillis() + " ms");
    }
  }

  private void touch() {
    progressNanos = services.nanoClock().getAsLong();
  }

  private Duration limit() {
    if (!connected) {
      return patience().connect().multipliedBy(2);
    }
    return headSeen ? patience().stall() : patience().head();
  }

  /** Ends the request because the source does not respond as it should. */
  protected final void fail(String reason) {
    end(FetchFailure.BAD, reason);
  }

  /** Ends the request, if it has not ended. */
  protected final void end(FetchFailure how, String reason) {
    if (!closed) {
      close();
      onFailure(how, reason);
    }
  }

  @Override
  public final void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (!closed && message instanceof HttpObject object) {
        read(object);
      }
    } catch (RuntimeException e) {
      fail(Failures.inWords(e));
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void read(HttpObject object) {
    if (object.decoderResult().isFailure()) {
      fail("malformed response");
      return;
    }
    if (object instanceof HttpResponse head) {
      interim = head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
      if (!interim) {
        onHead(head);
      }
    }
    if (object instanceof HttpContent content && !interim && !closed) {
      if (content.content().isReadable()) {
        progress();
        onBody(content.content());
      }
      if (content instanceof LastHttpContent && !closed && !isWhole()) {
        onShortBody();
      }
    }
  }

  /** Notes progress. Before the lengths are known, only they count as progress. */
  private void progress() {
    if (headSeen) {
      touch();
    }
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext ctx) {
    if (!closed) {
      onReadComplete();
    }
  }

  @Override
  public final void channelInactive(ChannelHandlerContext ctx) {
    onBrokenOff("connection closed");
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      onBrokenOff(Failures.inWords(cause));
    } else {
      fail(Failures.inWords(cause));
    }
  }
}
