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
 * One HTTP request for bytes, on a connection of its own. It reads one buffer whenever it is asked to. It ends with its first failure and
 * reports nothing after that. All of it runs on one event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
public abstract class HttpFetch extends ChannelInboundHandlerAdapter {
  /** One read of a source. */
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

  /** A request to an address that is not connected yet. */
  protected HttpFetch(InetSocketAddress address, FetchServices services) {
    this.address = address;
    this.services = services;
  }

  /** How long this source may be silent. */
  protected abstract Patience patience();

  /** The request, once the source is connected and has proved its identity. */
  protected abstract FullHttpRequest request();

  /** TLS of the connection; empty: it is plain. */
  protected abstract Optional<SSLEngine> engine();

  /** The address from which to connect, where that matters. */
  protected Optional<InetAddress> from() {
    return Optional.empty();
  }

  /** Whether the peer is the intended one, where the handshake alone does not prove it. */
  protected boolean isMeant(SSLSession session) {
    return true;
  }

  /** Checks a final response's head; ends this fetch if the head is wrong. */
  protected abstract void onHead(HttpResponse head);

  /** Takes the readable bytes of a part of the body; the caller releases it. */
  protected abstract void onBody(ByteBuf body);

  /** Whether nothing is missing. */
  protected abstract boolean isWhole();

  /** A read is over, and all of its bytes were passed on. */
  protected abstract void onReadComplete();

  /** The first failure, and the end. */
  protected abstract void onFailure(FetchFailure how, String reason);

  /** The body has ended too early. */
  protected void onShortBody() {
    fail("short body");
  }

  /** The connection has ended before the body did. */
  protected void onBrokenOff(String how) {
    end(headSeen ? FetchFailure.BROKEN_OFF : FetchFailure.BAD, how);
  }

  /** The lengths are known: from now on the limit is on stalls. */
  protected final void headDone() {
    headSeen = true;
  }

  /** The source. */
  protected final InetSocketAddress address() {
    return address;
  }

  /** What fetches share. */
  protected final FetchServices services() {
    return services;
  }

  /** The address from which this is connected. */
  protected final String localAddress() {
    return InetAddresses.toAddrString(((InetSocketAddress) channel().localAddress()).getAddress());
  }

  private Channel channel() {
    return Objects.requireNonNull(channel, "the fetch has not begun");
  }

  /** Connects, and sends the request then. */
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

  /** With TLS the request goes out after the handshake, and only to the intended peer. */
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

  /** Reads one buffer more. */
  public final void readMore() {
    if (channel().isActive()) {
      channel().read();
    }
  }

  /** Ends it without a report. */
  public final void close() {
    closed = true;
    onClose();
    if (channel != null) {
      channel.close();
    }
  }

  /** Whether it has ended. */
  protected final boolean isClosed() {
    return closed;
  }

  /** Releases what is held back. */
  protected void onClose() {
    // Most hold nothing back.
  }

  /** Looks at the clock; a reader that takes nothing stops it. */
  public final void tick(boolean readerIsBusy) {
    if (readerIsBusy) {
      touch();
      return;
    }
    Duration limit = limit();
    if (services.nanoClock().getAsLong() - progressNanos > limit.toNanos()) {
      fail("nothing for " + limit.toMillis() + " ms");
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

  /** Ends it since the source does not do as it should. */
  protected final void fail(String reason) {
    end(FetchFailure.BAD, reason);
  }

  /** Ends it, if it has not ended. */
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

  /** Before the lengths are known, only they count as progress. */
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
