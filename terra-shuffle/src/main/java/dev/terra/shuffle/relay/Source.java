package dev.terra.shuffle.relay;

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
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

/**
 * One HTTP request for a relay's bytes, on the relay's event loop and on a connection of its own. Reads only when
 * told to, one buffer at a time. Ends with its first failure, and tells of nothing after it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
abstract class Source extends ChannelInboundHandlerAdapter {
  private static final int MAX_LINE = 4_096;
  private static final int MAX_HEADERS = 8_192;
  private static final String TLS = "tls";

  /** How a source failed. */
  enum Failure {
    /** It said that it can't. */
    DECLINED,
    /** It ended what it had begun: so an agent that lives gives up a single fetch, and one that has ended all of them. */
    BROKEN_OFF,
    /** It doesn't answer, or not as it should. */
    BAD,
    /** Bytes have changed on their way: nothing of the response can be believed any more. */
    CORRUPT
  }

  /** Why a source gives no more bytes, though the response is not complete. */
  sealed interface End {}

  /** It failed. */
  record Failed(String reason, Failure how) implements End {}

  /** It answered with an error of its own, and said why. */
  record Refused(HttpResponseStatus status, OptionalLong retryAfterMillis, String reason) implements End {}

  /** Who hears of a source, until it is closed: of its end, once, and of each read whose bytes have been passed on. */
  record Listener(BiConsumer<Source, End> ended, Runnable readComplete) {}

  /** How long it may be silent, in each of its states. */
  record Patience(Duration connect, Duration head, Duration stall) {}

  private final InetSocketAddress address;
  private final Patience patience;
  private final RelayServices services;
  private final ReducerResponse response;
  private final Listener listener;
  private Channel channel;
  private long progressNanos;
  private boolean interim;
  private boolean connected;
  private boolean headSeen;
  private boolean closed;

  Source(InetSocketAddress address, Patience patience, RelayServices services, ReducerResponse response, Listener listener) {
    this.address = address;
    this.patience = patience;
    this.services = services;
    this.response = response;
    this.listener = listener;
  }

  /** What to send once connected. */
  abstract FullHttpRequest request();

  /** TLS of its connection; none: it is plain. */
  Optional<SSLEngine> engine() {
    return Optional.empty();
  }

  /** Whether whoever answers over TLS is the one that was meant, where the handshake alone does not tell. */
  boolean isMeant(SSLSession session) {
    return true;
  }

  /** Whether it is the site's agent, which may come back, and not the origin. */
  abstract boolean isAgent();

  /** Where the response stands, if this source frames it and it has begun. */
  abstract Optional<SegmentFramer> framer();

  /** Checks a final response's head; on anything wrong it ends this source. */
  abstract void onHead(HttpResponse head);

  /** Takes the readable bytes of a part of the body; the caller releases it. */
  abstract void onBody(ByteBuf body);

  /** The body has ended before the response was complete. */
  void onShortBody() {
    fail("short body");
  }

  /** The connection has ended before the body did. */
  void onBrokenOff(String how) {
    end(new Failed(how, headSeen ? Failure.BROKEN_OFF : Failure.BAD));
  }

  /** Releases what it has kept back. */
  void dropHeld() {
    // Most keep nothing.
  }

  /** A head of the body told the lengths: from now on the limit is on stalls. */
  final void headDone() {
    headSeen = true;
  }

  /** What the relay's reducer gets. */
  final ReducerResponse response() {
    return response;
  }

  final InetSocketAddress address() {
    return address;
  }

  /** From where it is asked, once connected. */
  final String localAddress() {
    return InetAddresses.toAddrString(((InetSocketAddress) channel.localAddress()).getAddress());
  }

  final RelayServices services() {
    return services;
  }

  final void connect(EventLoop eventLoop) {
    touch();
    ChannelFuture connecting = new Bootstrap().group(eventLoop).channel(NioSocketChannel.class)
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.ALLOCATOR, services.allocator())
        .option(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(DirectBuffers.BUFFER_BYTES))
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) patience.connect().toMillis())
        .handler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel created) {
            engine().ifPresent(engine -> created.pipeline().addLast(TLS, new SslHandler(engine)));
            created.pipeline().addLast(new HttpClientCodec(MAX_LINE, MAX_HEADERS, DirectBuffers.BUFFER_BYTES), Source.this);
          }
        }).connect(address);
    channel = connecting.channel();
    connecting.addListener((ChannelFutureListener) this::connected);
  }

  private void connected(ChannelFuture connecting) {
    if (closed) {
      connecting.channel().close();
    } else if (!connecting.isSuccess()) {
      fail("no connection");
    } else {
      connected = true;
      touch();
      if (channel.pipeline().get(TLS) == null) {
        ask();
      }
      channel.read();
    }
  }

  private void ask() {
    channel.writeAndFlush(request());
  }

  /** Nothing is asked of anybody else. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess() && !closed) {
      if (isMeant(ctx.pipeline().get(SslHandler.class).engine().getSession())) {
        ask();
        ctx.read();
      } else {
        fail("its certificate is another node's");
      }
    }
  }

  final void readMore() {
    if (channel.isActive()) {
      channel.read();
    }
  }

  /** Nothing is told of it any more. */
  final void close() {
    closed = true;
    dropHeld();
    if (channel != null) {
      channel.close();
    }
  }

  /** The clock of the deadlines starts anew. */
  final void touch() {
    progressNanos = services.nanoClock().getAsLong();
  }

  final void checkDeadline() {
    Duration limit = limit();
    if (services.nanoClock().getAsLong() - progressNanos > limit.toNanos()) {
      fail("nothing for " + limit.toMillis() + " ms");
    }
  }

  private Duration limit() {
    if (!connected) {
      return patience.connect().multipliedBy(2);
    }
    return headSeen ? patience.stall() : patience.head();
  }

  /** Ends it, with the reason; not what it said, but that it did not do as it should. */
  final void fail(String reason) {
    end(new Failed(reason, Failure.BAD));
  }

  /** Ends it, if it has not ended. */
  final void end(End how) {
    if (!closed) {
      close();
      listener.ended().accept(this, how);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
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
      if (content instanceof LastHttpContent && !closed && !response.isComplete()) {
        onShortBody();
      }
    }
  }

  /** Before the lengths are known, nothing but they counts as progress. */
  private void progress() {
    if (headSeen) {
      touch();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (!closed) {
      listener.readComplete().run();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    onBrokenOff("connection closed");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      onBrokenOff(Failures.inWords(cause));
    } else {
      fail(Failures.inWords(cause));
    }
  }
}
