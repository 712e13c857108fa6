package dev.terra.agent.http;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terra.agent.door.PortDoor;
import dev.terra.agent.receive.FetchControl;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The connection of a handler. It carries one request at a time, which is answered from the agent's thread. */
final class FetchHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final String FETCH = "/v1/fetch";
  private static final String STATS = "/v1/stats";
  private static final String PLAIN_TEXT = "text/plain; charset=utf-8";

  private final EventLoop owner;
  private final FetchApi api;
  private final FetchClients clients;
  private volatile @Nullable Sink sink;

  /** Creates the handler of a connection. If there is TLS, it takes requests over TLS only. */
  FetchHandler(EventLoop owner, FetchApi api, FetchClients clients) {
    super(FullHttpRequest.class);
    this.owner = owner;
    this.api = api;
    this.clients = clients;
  }

  /** Accepts a client by its address if there is no TLS, since nothing else identifies a handler then. */
  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    if (clients.tls().isEmpty() && clients.known().contains(address(ctx.channel()))) {
      PortDoor.prove(ctx.channel());
    }
    ctx.fireChannelActive();
  }

  /** Accepts a client whose handshake has succeeded: only handlers of this site pass it. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
      PortDoor.prove(ctx.channel());
    }
    ctx.fireUserEventTriggered(event);
  }

  private static InetAddress address(Channel channel) {
    return ((InetSocketAddress) channel.remoteAddress()).getAddress();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    Channel channel = ctx.channel();
    PortDoor.works(channel);
    Sink before = sink;
    if (before != null && !before.done) {
      reset(channel);
    } else if (!request.decoderResult().isSuccess()) {
      answer(channel, HttpResponseStatus.BAD_REQUEST, "not an HTTP request");
    } else if (clients.tls().isPresent() && ctx.pipeline().get(SslHandler.class) == null) {
      answer(channel, HttpResponseStatus.FORBIDDEN, "this port is for the site's handlers, which use TLS");
    } else if (request.method().equals(HttpMethod.GET) && request.uri().equals(STATS)) {
      stats(channel);
    } else if (request.method().equals(HttpMethod.POST) && request.uri().equals(FETCH)) {
      fetch(channel, request.content());
    } else {
      answer(channel, HttpResponseStatus.NOT_FOUND, "expected POST " + FETCH + " or GET " + STATS);
    }
  }

  private void stats(Channel channel) {
    if (!api.stats(body -> answer(channel, HttpResponseStatus.OK, "application/json", body))) {
      answer(channel, HttpResponseStatus.SERVICE_UNAVAILABLE, "too many requests for statistics are waiting");
    }
  }

  private void fetch(Channel channel, ByteBuf body) {
    FetchRequest request;
    try {
      request = FetchRequest.parseFrom(ByteBufUtil.getBytes(body));
    } catch (InvalidProtocolBufferException e) {
      answer(channel, HttpResponseStatus.BAD_REQUEST, "expected a FetchRequest: " + e.getMessage());
      return;
    }
    Sink next = new Sink(channel, request.getChecksums());
    sink = next;
    owner.execute(() -> {
      try {
        next.fetch = api.fetch(address(channel), request, next).orElse(null);
        if (next.fetch != null) {
          channel.eventLoop().execute(() -> PortDoor.prove(channel));
        }
      } catch (IllegalArgumentException e) {
        next.fail("the request can't be used: " + e.getMessage());
      }
      if (!channel.isActive()) {
        next.cancel();
      }
    });
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    Sink current = sink;
    if (current != null && ctx.channel().isWritable()) {
      owner.execute(current::proceed);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    Sink current = sink;
    if (current != null) {
      owner.execute(current::cancel);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  private static void answer(Channel channel, HttpResponseStatus status, String text) {
    answer(channel, status, PLAIN_TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void answer(Channel channel, HttpResponseStatus status, String type, byte[] body) {
    end(channel, response(status, type, body));
  }

  private static void end(Channel channel, Object last) {
    PortDoor.answered(channel.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
  }

  private static DefaultFullHttpResponse response(HttpResponseStatus status, String type, byte[] body) {
    DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, type).set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    return response;
  }

  /** Resets the connection, so that the reader can't take a part for the whole. */
  private static void reset(Channel channel) {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  /**
   * The sink that writes one fetch's bytes to the connection. Its fields are used on the agent's thread only, except that the channel's
   * thread reads {@code done}.
   */
  private static final class Sink implements FetchSink {
    private final Channel channel;
    private final boolean checksums;
    private @Nullable FetchControl fetch;
    private boolean headSent;
    private @Nullable SpanName span;
    private volatile boolean done;

    Sink(Channel channel, boolean checksums) {
      this.channel = channel;
      this.checksums = checksums;
    }

    @Override
    public boolean takesChecksums() {
      return checksums;
    }

    @Override
    public void named(SpanName handlersSpan) {
      span = handlersSpan;
    }

    private void name(HttpResponse response) {
      if (span != null) {
        response.headers().set(SpanName.FIELD, span.toString());
      }
    }

    @Override
    public boolean isWritable() {
      return channel.isWritable();
    }

    @Override
    public void head(FetchHead head, long bodyBytes) {
      headSent = true;
      byte[] delimited = delimited(head);
      HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream")
          .set(HttpHeaderNames.CONTENT_LENGTH, delimited.length + bodyBytes);
      name(response);
      channel.write(response).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      bytes(delimited);
    }

    private static byte[] delimited(FetchHead head) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        head.writeDelimitedTo(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return out.toByteArray();
    }

    @Override
    public void bytes(byte[] data) {
      channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(data)))
          .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    @Override
    public void end() {
      done = true;
      FetchHandler.end(channel, LastHttpContent.EMPTY_LAST_CONTENT);
    }

    @Override
    public void fail(String reason) {
      done = true;
      if (headSent) {
        reset(channel);
      } else {
        refuse(HttpResponseStatus.CONFLICT, reason);
      }
    }

    @Override
    public void bypassed(String reason) {
      done = true;
      refuse(HttpResponseStatus.PRECONDITION_FAILED, reason);
    }

    private void refuse(HttpResponseStatus status, String reason) {
      DefaultFullHttpResponse response = response(status, PLAIN_TEXT, reason.getBytes(StandardCharsets.UTF_8));
      name(response);
      FetchHandler.end(channel, response);
    }

    void proceed() {
      if (fetch != null) {
        fetch.proceed();
      }
    }

    void cancel() {
      if (fetch != null) {
        fetch.cancel();
      }
    }
  }
}
