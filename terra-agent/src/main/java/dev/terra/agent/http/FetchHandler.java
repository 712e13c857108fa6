package dev.terra.agent.http;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of a handler: one request at a time, answered from the agent's thread. */
final class FetchHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Logger log = LoggerFactory.getLogger(FetchHandler.class);
  private static final Guard GUARD = new Guard("the deadline of a fetch", log::warn);
  private static final String FETCH = "/v1/fetch";
  private static final String STATS = "/v1/stats";
  private static final String PLAIN_TEXT = "text/plain; charset=utf-8";

  private final EventLoop owner;
  private final FetchApi api;
  private final boolean needsTls;
  private final int requestSeconds;
  private Periodic deadline;
  private volatile Sink sink;

  /** Takes fetches over TLS only, where it is told to. */
  FetchHandler(EventLoop owner, FetchApi api, boolean needsTls, int requestSeconds) {
    super(FullHttpRequest.class);
    this.owner = owner;
    this.api = api;
    this.needsTls = needsTls;
    this.requestSeconds = requestSeconds;
  }

  /** A connection without a request takes room from others. */
  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    deadline = Periodic.every(ctx.executor(), requestSeconds, TimeUnit.SECONDS, GUARD, () -> {
      if (sink == null || sink.done) {
        ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      }
    });
    ctx.fireChannelActive();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    Channel channel = ctx.channel();
    if (sink != null && !sink.done) {
      reset(channel);
    } else if (!request.decoderResult().isSuccess()) {
      answer(channel, HttpResponseStatus.BAD_REQUEST, "no HTTP request");
    } else if (request.method().equals(HttpMethod.GET) && request.uri().equals(STATS)) {
      stats(channel);
    } else if (needsTls && ctx.pipeline().get(SslHandler.class) == null) {
      answer(channel, HttpResponseStatus.FORBIDDEN, "fetches are for the site's handlers, which use TLS");
    } else if (request.method().equals(HttpMethod.POST) && request.uri().equals(FETCH)) {
      fetch(channel, request.content());
    } else {
      answer(channel, HttpResponseStatus.NOT_FOUND, "expected POST " + FETCH + " or GET " + STATS);
    }
  }

  private void stats(Channel channel) {
    if (!api.stats(body -> answer(channel, HttpResponseStatus.OK, "application/json", body))) {
      answer(channel, HttpResponseStatus.SERVICE_UNAVAILABLE, "too many ask for statistics");
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
    InetAddress client = ((InetSocketAddress) channel.remoteAddress()).getAddress();
    owner.execute(() -> {
      try {
        next.fetch = api.fetch(client, request, next);
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
      owner.execute(() -> current.fetch.ifPresent(Fetch::proceed));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    if (deadline != null) {
      deadline.cancel();
    }
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
    channel.writeAndFlush(response(status, type, body)).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  private static DefaultFullHttpResponse response(HttpResponseStatus status, String type, byte[] body) {
    DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, type).set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    return response;
  }

  /** So that the reader can't take a part for the whole. */
  private static void reset(Channel channel) {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  /** The way of one fetch's bytes; its fields belong to the agent's thread, {@code done} is read by the channel's. */
  private static final class Sink implements FetchSink {
    private final Channel channel;
    private final boolean checksums;
    private Optional<Fetch> fetch = Optional.empty();
    private boolean headSent;
    private Optional<SpanName> span = Optional.empty();
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
      span = Optional.of(handlersSpan);
    }

    private void name(HttpResponse response) {
      span.ifPresent(name -> response.headers().set(SpanName.FIELD, name.toString()));
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
      channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
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
      channel.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    void cancel() {
      fetch.ifPresent(Fetch::cancel);
    }
  }
}
