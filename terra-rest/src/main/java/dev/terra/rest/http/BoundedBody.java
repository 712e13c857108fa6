package dev.terra.rest.http;

import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpMessage;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpObjectAggregator;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;

/**
 * Gathers a request's body up to a bound. A larger body is answered with an error, and the connection is ended, so that the rest need
 * not be read.
 */
final class BoundedBody extends HttpObjectAggregator {
  BoundedBody(int mostBytes) {
    super(mostBytes, true);
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
    PlainAnswer.send(ctx, HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, "expected a body of at most " + maxContentLength() + " bytes");
  }
}
