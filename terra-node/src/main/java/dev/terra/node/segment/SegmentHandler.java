package dev.terra.node.segment;

import dev.terra.api.checksum.SegmentChecksum;
import dev.terra.api.door.ShadedDoor;
import dev.terra.api.proof.ReadProof;
import dev.terra.core.failure.Failures;
import dev.terra.core.limit.BoundedText;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.DefaultFileRegion;
import io.grpc.netty.shaded.io.netty.channel.SimpleChannelInboundHandler;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpMethod;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpUtil;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import io.grpc.netty.shaded.io.netty.handler.codec.http.LastHttpContent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.QueryStringDecoder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The internal endpoint on one connection. It serves {@code GET /v1/segment?...} with an optional {@code Range} to the configured agents
 * only, which have to prove that a reader of its job requested it. It also serves {@code GET /v1/counters}, which contains no secrets; with
 * TLS, that is for agents only, too. It serves one response at a time: it does not read while a response is written.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
final class SegmentHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final String SEGMENT_PATH = "/v1/segment";
  private static final String COUNTERS_PATH = "/v1/counters";
  /** The number of bytes that are encrypted at a time. */
  private static final int CHUNK_BYTES = 64 << 10;
  /** The most bytes for which a checksum is computed. Agents request fewer at a time; a longer computation would keep others waiting. */
  private static final int MAX_CHECKED_BYTES = 4 << 20;
  private static final Logger LOG = LoggerFactory.getLogger(SegmentHandler.class);

  private final SegmentServices services;

  SegmentHandler(SegmentServices services) {
    this.services = services;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    ctx.channel().config().setAutoRead(false);
    ShadedDoor.works(ctx.channel());
    InetAddress client = ((InetSocketAddress) ctx.channel().remoteAddress()).getAddress();
    QueryStringDecoder uri = new QueryStringDecoder(request.uri());
    if (request.decoderResult().isFailure()) {
      refuse(ctx, request, HttpResponseStatus.BAD_REQUEST, "malformed request");
    } else if (!HttpMethod.GET.equals(request.method())) {
      refuse(ctx, request, HttpResponseStatus.METHOD_NOT_ALLOWED, "GET only");
    } else if (services.agents().tls().isOn() && ctx.pipeline().get(SslHandler.class) == null) {
      refuse(ctx, request, HttpResponseStatus.FORBIDDEN, "this port is for the site's agents, which use TLS");
    } else if (uri.path().equals(SEGMENT_PATH) && services.agents().isAgent(client) && !isProven(request, uri)) {
      refuse(ctx, request, HttpResponseStatus.FORBIDDEN, "no proof that a reader of the job requests the segment");
    } else if (uri.path().equals(SEGMENT_PATH) && services.agents().isAgent(client)) {
      ShadedDoor.prove(ctx.channel());
      serveSegment(ctx, request, uri);
    } else if (uri.path().equals(COUNTERS_PATH)) {
      send(ctx, request, HttpResponseStatus.OK, "application/json", services.counts().toJson());
    } else if (uri.path().equals(SEGMENT_PATH)) {
      refuse(ctx, request, HttpResponseStatus.FORBIDDEN, "segments are for the site's agents, not for " + client.getHostAddress());
    } else {
      refuse(ctx, request, HttpResponseStatus.NOT_FOUND, "no such resource");
    }
  }

  private boolean isProven(FullHttpRequest request, QueryStringDecoder uri) {
    return services.agents().proofs().mayRead(SegmentLookup.value(uri.parameters(), "job"), request.uri(),
        request.headers().get(ReadProof.FIELD, ""));
  }

  private void serveSegment(ChannelHandlerContext ctx, FullHttpRequest request, QueryStringDecoder uri) {
    try {
      Optional<OpenSegment> segment = services.segments().open(uri.parameters());
      String range = request.headers().get(HttpHeaderNames.RANGE);
      if (segment.isEmpty()) {
        refuse(ctx, request, HttpResponseStatus.NOT_FOUND, "no such segment of a job that runs here");
      } else if (range == null) {
        serve(ctx, request, segment.get(), null);
      } else {
        serveRange(ctx, request, segment.get(), range);
      }
    } catch (IOException e) {
      LOG.info("Terra: no segment for {}: {}", BoundedText.of(request.uri()), BoundedText.of(Failures.inWords(e)));
      refuse(ctx, request, HttpResponseStatus.NOT_FOUND, BoundedText.because("no such segment", Failures.inWords(e)));
    }
  }

  private static void serveRange(ChannelHandlerContext ctx, FullHttpRequest request, OpenSegment segment, String field)
      throws IOException {
    Optional<ByteRangeHeader> range = ByteRangeHeader.within(field, segment.length());
    if (range.isPresent()) {
      serve(ctx, request, segment, range.get());
    } else {
      segment.file().close();
      refuse(ctx, request, HttpResponseStatus.REQUESTED_RANGE_NOT_SATISFIABLE, "the segment has " + segment.length() + " bytes");
    }
  }

  /** Sends a range, or the whole segment if there is no range. */
  private static void serve(ChannelHandlerContext ctx, FullHttpRequest request, OpenSegment segment, @Nullable ByteRangeHeader range)
      throws IOException {
    long first = range == null ? 0 : range.first();
    long length = range == null ? segment.length() : range.length();
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1,
        range == null ? HttpResponseStatus.OK : HttpResponseStatus.PARTIAL_CONTENT);
    HttpUtil.setContentLength(head, length);
    HttpUtil.setKeepAlive(head, HttpUtil.isKeepAlive(request));
    head.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream");
    if (range != null) {
      head.headers().set(HttpHeaderNames.CONTENT_RANGE, "bytes " + first + "-" + range.last() + "/" + segment.length());
    }
    if (range != null && length <= MAX_CHECKED_BYTES) {
      head.headers().set(SegmentChecksum.FIELD, SegmentChecksum.format(checksum(segment, first, (int) length)));
    }
    ctx.write(head);
    ctx.write(body(ctx, segment, segment.offset() + first, length));
    finish(ctx, HttpUtil.isKeepAlive(request), LastHttpContent.EMPTY_LAST_CONTENT);
  }

  private static int checksum(OpenSegment segment, long first, int length) throws IOException {
    try {
      return segment.checksum(first, length);
    } catch (IOException e) {
      segment.file().close();
      throw e;
    }
  }

  /** Returns a body that is sent by sendfile, unless its bytes have to be encrypted. */
  private static Object body(ChannelHandlerContext ctx, OpenSegment segment, long start, long length) throws IOException {
    return ctx.pipeline().get(SslHandler.class) == null ? new DefaultFileRegion(segment.file(), start, length)
        : new WholeChunks(segment.file(), start, length, CHUNK_BYTES);
  }

  private static void refuse(ChannelHandlerContext ctx, FullHttpRequest request, HttpResponseStatus status, String reason) {
    send(ctx, request, status, "text/plain; charset=UTF-8", reason);
  }

  private static void send(ChannelHandlerContext ctx, FullHttpRequest request, HttpResponseStatus status, String type,
      String text) {
    ByteBuf body = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
    HttpUtil.setContentLength(response, body.readableBytes());
    HttpUtil.setKeepAlive(response, HttpUtil.isKeepAlive(request));
    finish(ctx, HttpUtil.isKeepAlive(request), response);
  }

  private static void finish(ChannelHandlerContext ctx, boolean keepAlive, Object last) {
    ShadedDoor.answered(ctx.writeAndFlush(last).addListener(written -> {
      if (keepAlive && written.isSuccess()) {
        ctx.channel().config().setAutoRead(true);
      } else {
        ctx.close();
      }
    }));
  }

  /** Accepts a client whose handshake has succeeded: only agents of this site pass it. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
      ShadedDoor.prove(ctx.channel());
    }
    super.userEventTriggered(ctx, event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    LOG.debug("Terra: the segment connection from {} failed", ctx.channel().remoteAddress(), cause);
    ctx.close();
  }
}
