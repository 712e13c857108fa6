package dev.terra.shuffle.fetch;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/** Complete responses of Terra's own; after each of them the connection closes. */
public final class Responses {
  private Responses() {}

  /** Returns a redirect to the handler on the client's own node. */
  static FullHttpResponse redirect(ShuffleAddress reader, RelayTarget target) {
    FullHttpResponse response = closing(HttpResponseStatus.TEMPORARY_REDIRECT, "");
    response.headers().set(HttpHeaderNames.LOCATION, reader.url() + target.redirectedUri());
    return response;
  }

  /** Returns a redirect back to the origin, which serves the request. */
  public static FullHttpResponse sendBack(RelayTarget target) {
    FullHttpResponse response = closing(HttpResponseStatus.TEMPORARY_REDIRECT, "");
    response.headers().set(HttpHeaderNames.LOCATION, target.origin().url() + target.backUri());
    return response;
  }

  /** Returns an error. */
  public static FullHttpResponse refusal(HttpResponseStatus status, String reason) {
    FullHttpResponse response = closing(status, reason);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=UTF-8");
    return response;
  }

  /**
   * Returns an error of another handler, including the time in milliseconds after which the client should come back, if the handler gave
   * one.
   */
  public static FullHttpResponse refusalOf(HttpResponse other, String reason) {
    FullHttpResponse response = refusal(other.status(), reason);
    TerraHeaders.number(other.headers(), HttpHeaderNames.RETRY_AFTER.toString())
        .ifPresent(millis -> response.headers().set(HttpHeaderNames.RETRY_AFTER, millis));
    return response;
  }

  private static FullHttpResponse closing(HttpResponseStatus status, String text) {
    FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status,
        Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
    TerraHeaders.setVersion(response);
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    HttpUtil.setContentLength(response, response.content().readableBytes());
    return response;
  }
}
