package dev.terra.agent.http;

import dev.terra.agent.send.SegmentSource.Bytes;
import dev.terra.agent.send.SegmentSource.Part;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.checksum.SegmentChecksum;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.proof.ReadProof;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.trace.SpanName;
import dev.terra.core.failure.Failures;
import dev.terra.core.limit.BoundedText;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringEncoder;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to a handler's segment endpoint. Every response that is not exactly the requested bytes is a failure. {@code send} is
 * called on the agent's thread, everything else on the channel's loop; outcomes are delivered on the agent's thread.
 */
final class SegmentConnection extends SimpleChannelInboundHandler<HttpObject> {
  private static final Logger log = LoggerFactory.getLogger(SegmentConnection.class);
  private static final Guard GUARD = new Guard("the deadline of a read from a handler", log::warn);
  /** The timeout of a read of at most 1 MiB. A handler that has not finished the read by then never will. */
  private static final long READ_TIMEOUT_SECONDS = ProtocolTiming.SEGMENT_READ.duration().toSeconds();

  private final EventLoop owner;
  private final String host;
  private final Pool pool;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Answer current;
  private boolean keepAlive = true;
  private volatile boolean closed;

  /** Keeps connections and gives them reads. It is used on the agent's thread only. */
  interface Pool {
    /** Takes back a connection that is ready for its next read. */
    void free(SegmentConnection connection);

    /** Removes a connection that is closed. */
    void closed(SegmentConnection connection, Channel channel);
  }

  /** Creates a connection that has yet to be opened. */
  SegmentConnection(EventLoop owner, InetSocketAddress address, Pool pool) {
    super(HttpObject.class);
    this.owner = owner;
    this.pool = pool;
    this.host = address.getHostString() + ":" + address.getPort();
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  void send(SegmentRead next) {
    ChannelHandlerContext ctx = Objects.requireNonNull(context, "the pool has this connection once it is open");
    ctx.executor().execute(() -> start(ctx, next));
  }

  private void start(ChannelHandlerContext ctx, SegmentRead next) {
    if (closed) {
      owner.execute(() -> next.outcome().failed("connection to the handler closed", true));
      return;
    }
    int length = next.part().length();
    current = new Answer(next, ctx.alloc().directBuffer(length, length),
        OneShot.after(ctx.executor(), READ_TIMEOUT_SECONDS, TimeUnit.SECONDS, GUARD,
            () -> close(ctx, "no answer from the handler within " + READ_TIMEOUT_SECONDS + " s")));
    ctx.writeAndFlush(request(next)).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  private DefaultFullHttpRequest request(SegmentRead next) {
    Part part = next.part();
    DefaultFullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, uri(part));
    request.headers().set(ReadProof.FIELD, next.proof().of(request.uri()).toString());
    part.span().ifPresent(span -> request.headers().set(SpanName.FIELD, span.toString()));
    request.headers().set(HttpHeaderNames.HOST, host);
    request.headers().set(HttpHeaderNames.RANGE, "bytes=" + part.start() + "-" + (part.start() + part.length() - 1));
    return request;
  }

  private static String uri(Part part) {
    SegmentCopy key = part.key();
    QueryStringEncoder uri = new QueryStringEncoder("/v1/segment");
    uri.addParam("job", key.shuffle().value());
    uri.addParam("map", part.servedAs().name());
    uri.addParam("reduce", Integer.toString(key.segment().partition()));
    if (key.segment().partitions().count() > 1) {
      uri.addParam("count", Integer.toString(key.segment().partitions().count()));
    }
    uri.addParam("user", part.servedAs().user());
    return uri.toString();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
    Answer answer = current;
    if (answer == null) {
      close(ctx, "the handler sent an answer without a request");
      return;
    }
    if (message instanceof HttpResponse response) {
      begin(answer, response);
    }
    if (message instanceof HttpContent content) {
      append(ctx, answer, content.content());
    }
    if (message instanceof LastHttpContent && current == answer) {
      finish(ctx, answer);
    }
  }

  private void begin(Answer answer, HttpResponse response) {
    keepAlive = HttpUtil.isKeepAlive(response);
    long length = HttpUtil.getContentLength(response, -1L);
    int code = response.status().code();
    if (!response.decoderResult().isSuccess()) {
      answer.refusal = "the handler's answer is not HTTP";
      keepAlive = false;
    } else if (code != HttpResponseStatus.PARTIAL_CONTENT.code()) {
      answer.refusal = "the handler answered " + response.status();
      answer.mayPass = code >= 500 || code == HttpResponseStatus.TOO_MANY_REQUESTS.code();
    } else if (length != answer.data.capacity()) {
      answer.refusal = "the handler answered with " + length + " bytes instead of " + answer.data.capacity();
      answer.mayPass = false;
    }
    answer.checksum = response.headers().get(SegmentChecksum.FIELD);
  }

  private void append(ChannelHandlerContext ctx, Answer answer, ByteBuf content) {
    if (!answer.refusal.isEmpty()) {
      int length = Math.min(content.readableBytes(), BoundedText.MOST_CHARACTERS + 1 - answer.words.length());
      answer.words.append(content.toString(content.readerIndex(), Math.max(0, length), StandardCharsets.UTF_8));
      return;
    }
    if (content.readableBytes() > answer.data.writableBytes()) {
      close(ctx, "the handler sent more than " + answer.data.capacity() + " bytes");
      return;
    }
    answer.data.writeBytes(content);
  }

  private void finish(ChannelHandlerContext ctx, Answer answer) {
    if (answer.refusal.isEmpty() && !answer.data.isWritable()) {
      finishWhole(answer, Bytes.of(answer.data));
    } else {
      fail(answer, answer.refusal.isEmpty()
          ? "the handler sent " + answer.data.readableBytes() + " of " + answer.data.capacity() + " bytes"
          : BoundedText.because(answer.refusal, answer.words.toString()));
    }
    if (keepAlive && !closed) {
      owner.execute(() -> pool.free(this));
    } else {
      ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }
  }

  /**
   * Ends a read of which all bytes have arrived. If they do not match the handler's checksum, they are read again. A handler of another
   * version may send no checksum.
   */
  private void finishWhole(Answer answer, Bytes whole) {
    OptionalInt stated = SegmentChecksum.parse(answer.checksum);
    if (stated.isPresent() && stated.getAsInt() != whole.crc()) {
      log.error("segment {}: {} bytes changed between handler {} and this agent; they are read again", answer.read.part().key(),
          answer.data.capacity(), host);
      keepAlive = false;
      fail(answer, answer.data.capacity() + " bytes changed on their way from the handler at " + host);
      return;
    }
    answer.data.retain();
    end(answer);
    owner.execute(() -> answer.read.outcome().whole(whole));
  }

  private void fail(Answer answer, String reason) {
    end(answer);
    owner.execute(() -> answer.read.outcome().failed(reason, answer.mayPass));
  }

  private void end(Answer answer) {
    current = null;
    answer.data.release();
    answer.timeout.cancel();
  }

  private void close(ChannelHandlerContext ctx, String reason) {
    if (current != null) {
      fail(current, reason);
    }
    ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    close(ctx, "connection to the handler failed: " + Failures.inWords(cause));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    closed = true;
    close(ctx, "connection to the handler closed");
    owner.execute(() -> pool.closed(this, ctx.channel()));
  }

  /** The state of the response to a read. */
  private static final class Answer {
    private final SegmentRead read;
    private final ByteBuf data;
    private final OneShot timeout;
    private final StringBuilder words = new StringBuilder();
    private String refusal = "";
    private @Nullable String checksum;
    private boolean mayPass = true;

    Answer(SegmentRead read, ByteBuf data, OneShot timeout) {
      this.read = read;
      this.data = data;
      this.timeout = timeout;
    }
  }
}
