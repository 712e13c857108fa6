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
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to a handler's segment endpoint. Whatever answer is not exactly the bytes that were asked for is a failure.
 * {@code send} is called on the agent's thread, the rest on the channel's loop; outcomes go to the agent's thread.
 */
final class SegmentConnection extends SimpleChannelInboundHandler<HttpObject> {
  private static final Logger log = LoggerFactory.getLogger(SegmentConnection.class);
  private static final Guard GUARD = new Guard("the deadline of a read from a handler", log::warn);
  /** A handler that has not finished a read of at most 1 MiB by then never will. */
  private static final long READ_TIMEOUT_SECONDS = ProtocolTiming.SEGMENT_READ.duration().toSeconds();

  private final EventLoop owner;
  private final String host;
  private final Pool pool;
  private ChannelHandlerContext context;
  private SegmentRead read;
  private ByteBuf data;
  private String refusal = "";
  private OptionalInt stated = OptionalInt.empty();
  private final StringBuilder words = new StringBuilder();
  private boolean mayPass = true;
  private boolean keepAlive = true;
  private OneShot timeout;
  private volatile boolean closed;

  /** Keeps connections and gives them reads. On the agent's thread. */
  interface Pool {
    /** A connection is ready for its next read. */
    void free(SegmentConnection connection);

    /** A connection is closed. */
    void closed(SegmentConnection connection, Channel channel);
  }

  /** A connection that has yet to be opened. */
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
    context.executor().execute(() -> start(next));
  }

  private void start(SegmentRead next) {
    read = next;
    if (closed) {
      fail("connection to the handler closed");
      return;
    }
    Part part = next.part();
    data = context.alloc().directBuffer(part.length(), part.length());
    refusal = "";
    words.setLength(0);
    DefaultFullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, uri(part));
    request.headers().set(ReadProof.FIELD, next.proof().of(request.uri()).toString());
    next.part().span().ifPresent(span -> request.headers().set(SpanName.FIELD, span.toString()));
    request.headers().set(HttpHeaderNames.HOST, host);
    request.headers().set(HttpHeaderNames.RANGE, "bytes=" + part.start() + "-" + (part.start() + part.length() - 1));
    context.writeAndFlush(request).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    timeout = OneShot.after(context.executor(), READ_TIMEOUT_SECONDS, TimeUnit.SECONDS, GUARD,
        () -> close("no answer from the handler within " + READ_TIMEOUT_SECONDS + " s"));
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
    if (read == null) {
      close("unasked answer from the handler");
      return;
    }
    if (message instanceof HttpResponse response) {
      begin(response);
    }
    if (message instanceof HttpContent content) {
      append(content.content());
    }
    if (message instanceof LastHttpContent && read != null) {
      finish();
    }
  }

  private void begin(HttpResponse response) {
    keepAlive = HttpUtil.isKeepAlive(response);
    long length = HttpUtil.getContentLength(response, -1L);
    if (!response.decoderResult().isSuccess()) {
      refusal = "the handler's answer is no HTTP";
      keepAlive = false;
    } else if (response.status().code() != HttpResponseStatus.PARTIAL_CONTENT.code()) {
      refusal = "the handler answered " + response.status();
      mayPass = response.status().code() >= 500 || response.status().code() == HttpResponseStatus.TOO_MANY_REQUESTS.code();
    } else if (length != data.capacity()) {
      refusal = "the handler answered with " + length + " bytes instead of " + data.capacity();
      mayPass = false;
    }
    stated = SegmentChecksum.parse(response.headers().get(SegmentChecksum.FIELD));
  }

  private void append(ByteBuf content) {
    if (!refusal.isEmpty()) {
      int length = Math.min(content.readableBytes(), BoundedText.MOST_CHARACTERS + 1 - words.length());
      words.append(content.toString(content.readerIndex(), Math.max(0, length), StandardCharsets.UTF_8));
      return;
    }
    if (content.readableBytes() > data.writableBytes()) {
      close("the handler sent more than " + data.capacity() + " bytes");
      return;
    }
    data.writeBytes(content);
  }

  private void finish() {
    if (refusal.isEmpty() && !data.isWritable()) {
      finishWhole(Bytes.of(data));
    } else {
      fail(refusal.isEmpty() ? "the handler sent " + data.readableBytes() + " of " + data.capacity() + " bytes"
          : BoundedText.because(refusal, words.toString()));
    }
    if (keepAlive && !closed) {
      owner.execute(() -> pool.free(this));
    } else {
      context.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }
  }

  /** What is not what the handler has read comes again; a handler of another version does not say what it has read. */
  private void finishWhole(Bytes whole) {
    if (stated.isPresent() && stated.getAsInt() != whole.crc()) {
      log.error("segment {}: {} bytes changed between handler {} and this agent; they are read again", read.part().key(),
          data.capacity(), host);
      keepAlive = false;
      fail(data.capacity() + " bytes changed on their way from the handler at " + host);
      return;
    }
    SegmentRead done = read;
    data.retain();
    clear();
    owner.execute(() -> done.outcome().whole(whole));
  }

  private void fail(String reason) {
    SegmentRead failed = read;
    boolean again = mayPass;
    clear();
    owner.execute(() -> failed.outcome().failed(reason, again));
  }

  private void clear() {
    read = null;
    if (data != null) {
      data.release();
      data = null;
    }
    mayPass = true;
    if (timeout != null) {
      timeout.cancel();
    }
  }

  private void close(String reason) {
    if (read != null) {
      fail(reason);
    }
    context.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    close("connection to the handler failed: " + Failures.inWords(cause));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    closed = true;
    close("connection to the handler closed");
    owner.execute(() -> pool.closed(this, ctx.channel()));
  }
}
