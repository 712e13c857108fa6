package dev.terra.rest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpContent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultLastHttpContent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpMethod;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BoundedBodyTest {
  private final EmbeddedChannel channel = new EmbeddedChannel(new BoundedBody(10));

  private void send(int... parts) {
    channel.writeInbound(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/"));
    for (int part : parts) {
      if (channel.isOpen()) {
        channel.writeInbound(new DefaultHttpContent(Unpooled.wrappedBuffer(new byte[part])));
      }
    }
    if (channel.isOpen()) {
      channel.writeInbound(new DefaultLastHttpContent());
    }
  }

  @Test
  void thePartsOfABodyAreOne() {
    send(4, 6);
    FullHttpRequest request = channel.readInbound();

    assertThat(request.content().readableBytes()).isEqualTo(10);
    request.release();
  }

  @Test
  void aBodyThatIsTooLargeIsAnsweredAndItsConnectionEnds() {
    send(4, 7, 1_000);
    FullHttpResponse answer = channel.readOutbound();

    assertThat(answer.status()).isEqualTo(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE);
    assertThat(answer.content().toString(StandardCharsets.UTF_8)).contains("\"status\":413")
        .contains("expected a body of at most 10 bytes");
    assertThat(channel.isOpen()).isFalse();
    answer.release();
  }
}
