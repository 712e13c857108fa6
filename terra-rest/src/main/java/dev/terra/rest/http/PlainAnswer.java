package dev.terra.rest.http;

import io.grpc.netty.shaded.io.netty.buffer.ByteBufUtil;
import io.grpc.netty.shaded.io.netty.channel.ChannelFutureListener;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderValues;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;

/** The last answer of a connection whose request could not be read, as a problem in JSON. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes its channel, and that is noticed
final class PlainAnswer {
  private PlainAnswer() {}

  /** Answers, then ends the connection. The detail must not need any escapes. */
  static void send(ChannelHandlerContext ctx, HttpResponseStatus status, String detail) {
    String json = "{\"type\":\"about:blank\",\"title\":\"" + status.reasonPhrase() + "\",\"status\":" + status.code() + ",\"detail\":\""
        + detail + "\",\"instance\":\"\",\"parameter\":null}";
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, ByteBufUtil.writeUtf8(ctx.alloc(), json));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
        .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes()).set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }
}
