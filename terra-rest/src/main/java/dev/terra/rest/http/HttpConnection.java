package dev.terra.rest.http;

import dev.terra.api.door.ShadedDoor;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.rest.api.Content;
import io.grpc.netty.shaded.io.netty.buffer.ByteBufUtil;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFutureListener;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.SimpleChannelInboundHandler;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpUtil;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection. It handles its requests one after the other, and each is answered on another thread. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes its channel, and that is noticed
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

  private final Function<HttpCall, HttpAnswer> app;
  private final Executor workers;
  private boolean streaming;

  HttpConnection(Function<HttpCall, HttpAnswer> app, Executor workers) {
    this.app = app;
    this.workers = workers;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    if (streaming) {
      ctx.channel().close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    } else if (request.decoderResult().isFailure()) {
      LOG.debug("{} sent no HTTP: {}", ctx.channel().remoteAddress(), request.decoderResult().cause().toString());
      PlainAnswer.send(ctx, HttpResponseStatus.BAD_REQUEST, "expected HTTP/1.1 with lines and headers of at most 32 KiB");
    } else {
      hand(ctx, call(ctx.channel(), request));
    }
  }

  private void hand(ChannelHandlerContext ctx, HttpCall call) {
    ShadedDoor.works(ctx.channel());
    ctx.channel().config().setAutoRead(false); // the next request waits until this one is answered
    try {
      workers.execute(() -> {
        HttpAnswer answer = app.apply(call);
        ctx.executor().execute(() -> answer(ctx, call, answer));
      });
    } catch (RejectedExecutionException e) {
      PlainAnswer.send(ctx, HttpResponseStatus.SERVICE_UNAVAILABLE, "too many requests are waiting; repeat this request later");
    }
  }

  private static HttpCall call(Channel channel, FullHttpRequest request) {
    String uri = request.uri();
    int mark = uri.indexOf('?');
    return new HttpCall(request.method().name(), mark < 0 ? uri : uri.substring(0, mark), mark < 0 ? "" : uri.substring(mark + 1),
        request.headers().copy(), new Content(ByteBufUtil.getBytes(request.content())),
        (InetSocketAddress) channel.remoteAddress(), peer(channel),
        channel.pipeline().get(SslHandler.class) != null);
  }

  private static Optional<PeerIdentity> peer(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    try {
      return tls == null ? Optional.empty() : Optional.of(PeerIdentity.of(tls.engine().getSession()));
    } catch (CertificateException e) {
      LOG.debug("{} comes without a certificate of ours: {}", channel.remoteAddress(), e.getMessage());
      return Optional.empty();
    }
  }

  private void answer(ChannelHandlerContext ctx, HttpCall call, HttpAnswer answer) {
    if (answer.known()) {
      ShadedDoor.prove(ctx.channel());
    }
    HttpResponseStatus status = HttpResponseStatus.valueOf(answer.status());
    if (answer.stream().isPresent()) {
      streaming = true;
      HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status);
      answer.headers().forEach(head.headers()::set);
      HttpUtil.setTransferEncodingChunked(head, true);
      ctx.writeAndFlush(head).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      ctx.channel().config().setAutoRead(true); // to notice when the other end closes the connection
      answer.stream().get().accept(new HttpStream(ctx.channel()));
      return;
    }
    boolean head = call.method().equals("HEAD");
    DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status,
        head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(answer.body().bytes()));
    answer.headers().forEach(response.headers()::set);
    if (answer.status() != 304 && answer.status() != 204) {
      response.headers().set(HttpHeaderNames.CONTENT_LENGTH, answer.body().length());
    }
    ShadedDoor.answered(ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
    ctx.channel().config().setAutoRead(true);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!(cause instanceof ClosedChannelException)) {
      LOG.debug("the connection of {} ends: {}", ctx.channel().remoteAddress(), cause.toString());
    }
    ctx.channel().close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
