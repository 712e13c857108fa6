package dev.terra.spark.relay;

import com.google.common.net.InetAddresses;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import dev.terra.core.failure.Failures;
import dev.terra.node.agent.AgentLinks;
import dev.terra.node.segment.FetchHeadReader;
import io.grpc.netty.shaded.io.netty.bootstrap.Bootstrap;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.buffer.UnpooledByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.channel.SimpleChannelInboundHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.SocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpClientCodec;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpContent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderValues;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpMethod;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpObject;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import io.grpc.netty.shaded.io.netty.handler.codec.http.LastHttpContent;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** One fetch of segments from the site's agent. All of it on one event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
final class AgentFetch extends SimpleChannelInboundHandler<HttpObject> {
  private static final int CONNECT_MILLIS = (int) ProtocolTiming.SITE_CONNECT.millis();
  /** A head names some bytes for each block. */
  private static final int MAX_HEAD_BYTES = 4 << 20;
  private static final int MAX_REASON_BYTES = 1_024;

  private final Way way;
  private final FetchRequest request;
  private final Listener listener;
  private final StringBuilder refusal = new StringBuilder();
  private HttpResponseStatus status = HttpResponseStatus.OK;
  private final FetchHeadReader head = new FetchHeadReader(MAX_HEAD_BYTES);
  private boolean headRead;
  private boolean over;
  private Channel channel;

  /** Hears what comes. */
  interface Listener {
    /** The agent traces this fetch, and calls this node's part of it so. */
    void named(SpanName span);

    void head(FetchHead lengths);

    void bytes(ByteBuffer piece);

    void end();

    /** Nothing is carried, since it is not worth it. */
    void bypassed(String reason);

    /** Nothing more comes: the agent has ended, or given this fetch up. */
    void brokenOff(String reason);

    /** Nothing more comes. */
    void failed(String reason);
  }

  private AgentFetch(Way way, FetchRequest request, Listener listener) {
    this.way = way;
    this.request = request;
    this.listener = listener;
  }

  /** Where from and where to. */
  record Way(EventLoop loop, AgentLinks agents, AgentLinks.Route agent, Optional<InetAddress> self) {}

  /** Asks an agent. */
  static AgentFetch begin(Way way, FetchRequest request, Listener listener) {
    AgentFetch fetch = new AgentFetch(way, request, listener);
    Bootstrap bootstrap = new Bootstrap().group(way.loop).channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS).option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
        .handler(new ChannelInitializer<SocketChannel>() {
          @Override
          protected void initChannel(SocketChannel socket) {
            way.agents.tls().engine(true).ifPresent(engine -> socket.pipeline().addLast(new SslHandler(engine)));
            socket.pipeline().addLast(new HttpClientCodec(), fetch);
          }
        });
    way.self.ifPresent(address -> bootstrap.localAddress(new InetSocketAddress(address, 0)));
    ChannelFuture connecting = bootstrap.connect(way.agent.address());
    fetch.channel = connecting.channel();
    connecting.addListener(done -> {
      if (!done.isSuccess()) {
        fetch.brokenOff("agent " + way.agent.address() + " can't be reached: " + Failures.inWords(done.cause()));
      }
    });
    return fetch;
  }

  /** Whether more is to be read from the agent now. */
  void read(boolean more) {
    channel.config().setAutoRead(more);
  }

  /** Nobody needs it any more. */
  void cancel() {
    over = true;
    channel.close();
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    DefaultFullHttpRequest post = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/v1/fetch",
        Unpooled.wrappedBuffer(way.agents.proofs().prove(request, way.agent.session(), localAddress(ctx)).toByteArray()));
    post.headers().set(HttpHeaderNames.HOST, "agent").set(HttpHeaderNames.CONTENT_TYPE, "application/x-protobuf")
        .set(HttpHeaderNames.CONTENT_LENGTH, post.content().readableBytes()).set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    ctx.writeAndFlush(post);
  }

  private static String localAddress(ChannelHandlerContext ctx) {
    return InetAddresses.toAddrString(((InetSocketAddress) ctx.channel().localAddress()).getAddress());
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) throws IOException {
    if (message.decoderResult().isFailure()) {
      throw new IOException("its answer is no HTTP");
    }
    if (message instanceof HttpResponse response) {
      status = response.status();
      Optional.ofNullable(response.headers().get(SpanName.FIELD)).flatMap(SpanName::parse).ifPresent(listener::named);
    }
    if (message instanceof HttpContent content && !over) {
      if (status.equals(HttpResponseStatus.OK)) {
        take(content.content());
      } else if (refusal.length() < MAX_REASON_BYTES) {
        refusal.append(content.content().toString(StandardCharsets.UTF_8));
      }
    }
    if (message instanceof LastHttpContent && !over) {
      finish(ctx);
    }
  }

  private void take(ByteBuf content) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(copy(content));
    if (!headRead) {
      Optional<FetchHead> whole = head.read(bytes);
      headRead = whole.isPresent();
      whole.ifPresent(listener::head);
    }
    if (headRead && bytes.hasRemaining() && !over) {
      listener.bytes(bytes.slice());
    }
  }

  private static byte[] copy(ByteBuf content) {
    byte[] copy = new byte[content.readableBytes()];
    content.getBytes(content.readerIndex(), copy);
    return copy;
  }

  private void finish(ChannelHandlerContext ctx) {
    if (status.equals(HttpResponseStatus.PRECONDITION_FAILED)) {
      over = true;
      listener.bypassed(refusal.toString());
    } else if (!status.equals(HttpResponseStatus.OK)) {
      fail("the agent answered " + status.code() + ": " + refusal);
    } else if (!headRead) {
      fail("the agent's answer has no head");
    } else {
      over = true;
      listener.end();
    }
    ctx.close();
  }

  private void fail(String reason) {
    if (!over) {
      over = true;
      listener.failed(reason);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    brokenOff("the agent closed the connection");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    brokenOff("the connection to the agent failed: " + Failures.inWords(cause));
    ctx.close();
  }

  private void brokenOff(String reason) {
    if (!over) {
      over = true;
      listener.brokenOff(reason);
    }
  }
}
