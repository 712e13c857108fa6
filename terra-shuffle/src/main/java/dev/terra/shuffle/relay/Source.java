package dev.terra.shuffle.relay;

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
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * One HTTP request for a relay's bytes, on the relay's event loop and on a connection of its own. Reads only when
 * told to, one buffer at a time. Tells the relay of its first failure, once, and of nothing after it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
abstract class Source extends ChannelInboundHandlerAdapter {
  private static final int MAX_LINE = 4_096;
  private static final int MAX_HEADERS = 8_192;

  private final Relay relay;
  private final InetSocketAddress address;
  private final Duration connectTimeout;
  private final Duration headTimeout;
  private final Duration stallTimeout;
  private Channel channel;
  private long progressNanos;
  private boolean interim;
  private boolean connected;
  private boolean headSeen;

  Source(Relay relay, InetSocketAddress address, Duration connectTimeout, Duration headTimeout, Duration stallTimeout) {
    this.relay = relay;
    this.address = address;
    this.connectTimeout = connectTimeout;
    this.headTimeout = headTimeout;
    this.stallTimeout = stallTimeout;
  }

  /** What to send once connected. */
  abstract FullHttpRequest request();

  /** Whether it is the site's agent, which may come back, and not the origin. */
  abstract boolean isAgent();

  /** Where the response stands, if this source frames it and it has begun. */
  abstract Optional<SegmentFramer> framer();

  /** Checks a final response's head; on anything wrong it tells the relay, which then has another source. */
  abstract void onHead(HttpResponse head);

  /** Takes the readable bytes of a part of the body; the caller releases it. */
  abstract void onBody(ByteBuf body);

  /** A head of the body told the lengths: from now on the limit is on stalls. */
  final void headDone() {
    headSeen = true;
  }

  final Relay relay() {
    return relay;
  }

  final InetSocketAddress address() {
    return address;
  }

  final void connect(EventLoop eventLoop) {
    touch();
    ChannelFuture connecting = new Bootstrap().group(eventLoop).channel(NioSocketChannel.class)
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.ALLOCATOR, relay.services().allocator())
        .option(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(DirectBuffers.BUFFER_BYTES))
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) connectTimeout.toMillis())
        .handler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel created) {
            created.pipeline().addLast(new HttpClientCodec(MAX_LINE, MAX_HEADERS, DirectBuffers.BUFFER_BYTES), Source.this);
          }
        }).connect(address);
    channel = connecting.channel();
    connecting.addListener((ChannelFutureListener) this::connected);
  }

  private void connected(ChannelFuture connecting) {
    if (!relay.isCurrent(this)) {
      connecting.channel().close();
    } else if (!connecting.isSuccess()) {
      fail("no connection");
    } else {
      connected = true;
      touch();
      channel.writeAndFlush(request());
      channel.read();
    }
  }

  final void readMore() {
    if (channel.isActive()) {
      channel.read();
    }
  }

  final void close() {
    channel.close();
  }

  /** The clock of the deadlines starts anew. */
  final void touch() {
    progressNanos = relay.services().nanoClock().getAsLong();
  }

  final void checkDeadline() {
    Duration limit = limit();
    if (relay.services().nanoClock().getAsLong() - progressNanos > limit.toNanos()) {
      fail("nothing for " + limit.toMillis() + " ms");
    }
  }

  private Duration limit() {
    if (!connected) {
      return connectTimeout.multipliedBy(2);
    }
    return headSeen ? stallTimeout : headTimeout;
  }

  final void fail(String reason) {
    relay.failed(this, reason, Relay.Failure.BAD);
  }

  private void ended(String how) {
    relay.failed(this, how, headSeen ? Relay.Failure.BROKEN_OFF : Relay.Failure.BAD);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (relay.isCurrent(this) && message instanceof HttpObject object) {
        read(object);
      }
    } catch (RuntimeException e) {
      fail(e.toString());
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
    if (object instanceof HttpContent content && !interim && relay.isCurrent(this)) {
      if (content.content().isReadable()) {
        progress();
        onBody(content.content());
      }
      if (content instanceof LastHttpContent && relay.isCurrent(this) && !relay.isComplete()) {
        fail("short body");
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
    relay.readComplete(this);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ended("connection closed");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      ended(cause.toString());
    } else {
      fail(cause.toString());
    }
  }
}
