package dev.terra.rest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SpeechGateTest {
  private static final byte[] HELLO = {0x16, 3, 1, 0, 5};
  private static final byte[] REQUEST = "GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);

  /** Returns the bytes that an open port passes on, or null. */
  private static ByteBuf passed(EmbeddedChannel channel, byte[] bytes) {
    channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    return channel.readInbound();
  }

  private static String answer(EmbeddedChannel channel) {
    ByteBuf answer = channel.readOutbound();
    String text = answer.toString(StandardCharsets.US_ASCII);
    answer.release();
    return text;
  }

  @Test
  void whatFitsThePortIsPassedOnAndTheGateIsGone() {
    for (boolean tls : new boolean[] {true, false}) {
      EmbeddedChannel channel = new EmbeddedChannel(new SpeechGate(tls));
      ByteBuf first = passed(channel, tls ? HELLO : REQUEST);
      ByteBuf second = passed(channel, tls ? REQUEST : HELLO);

      assertThat(first.readableBytes()).isEqualTo(tls ? HELLO.length : REQUEST.length);
      assertThat(second).as("only the first bytes are looked at").isNotNull();
      assertThat(channel.pipeline().get(SpeechGate.class)).isNull();
      assertThat(channel.isOpen()).isTrue();
      first.release();
      second.release();
    }
  }

  @Test
  void aPlainRequestToAPortOfTlsIsToldSoAndClosed() {
    EmbeddedChannel channel = new EmbeddedChannel(new SpeechGate(true));

    assertThat(passed(channel, REQUEST)).isNull();
    assertThat(answer(channel)).startsWith("HTTP/1.1 400 Bad Request\r\n").endsWith("this port speaks TLS, and this request is plain: say "
        + "https://\n");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void tlsToAPlainPortIsAnsweredInPlainTextOfTheSaidLength() {
    EmbeddedChannel channel = new EmbeddedChannel(new SpeechGate(false));

    assertThat(passed(channel, HELLO)).isNull();
    String answer = answer(channel);
    String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
    assertThat(answer).contains("Content-Length: " + body.length() + "\r\n");
    assertThat(body).isEqualTo("this port speaks plain HTTP, and this request is TLS: say http://\n");
    assertThat(channel.isOpen()).isFalse();
  }
}
