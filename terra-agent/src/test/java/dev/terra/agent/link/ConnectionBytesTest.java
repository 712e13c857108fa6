package dev.terra.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** Tests the counts of bytes that the connections over a link have carried, for as long as they are open. */
class ConnectionBytesTest {
  private long nanos;
  private final LinkBytes link = new LinkBytes(() -> nanos);

  private static void carry(EmbeddedChannel channel, int in, int out) {
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[in]));
    channel.writeOutbound(Unpooled.wrappedBuffer(new byte[out]));
    channel.releaseInbound();
    channel.releaseOutbound();
  }

  @Test
  void whatWasCarriedBeforeItsLinkIsKnownCountsToo() {
    ConnectionBytes bytes = new ConnectionBytes();
    EmbeddedChannel channel = new EmbeddedChannel(bytes);
    carry(channel, 10, 20);
    bytes.countIn(link);
    carry(channel, 1, 2);
    assertThat(link.read()).isEqualTo(11);
    assertThat(link.written()).isEqualTo(22);
    assertThat(link.connections()).isEqualTo(1);
    assertThat(channel.finish()).isFalse();
  }

  @Test
  void aConnectionThatEndsTakesItsBytesAlong() {
    ConnectionBytes one = new ConnectionBytes();
    ConnectionBytes two = new ConnectionBytes();
    EmbeddedChannel first = new EmbeddedChannel(one);
    EmbeddedChannel second = new EmbeddedChannel(two);
    one.countIn(link);
    two.countIn(link);
    carry(first, 5, 6);
    carry(second, 7, 8);
    assertThat(first.finish()).isFalse();
    assertThat(link.read()).isEqualTo(7);
    assertThat(link.written()).isEqualTo(8);
    assertThat(link.connections()).isEqualTo(1);
    assertThat(second.finish()).isFalse();
  }

  @Test
  void aConnectionBlocksWhileItTakesNoMore() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(5, 10));
    ConnectionBytes bytes = new ConnectionBytes();
    channel.pipeline().addLast(bytes);
    bytes.countIn(link);
    nanos = 100;
    assertThat(channel.writeOneOutbound(Unpooled.wrappedBuffer(new byte[20])).isDone()).isFalse();
    channel.runPendingTasks();
    nanos = 400;
    assertThat(link.takeBlockedShare()).isEqualTo(0.75);
    channel.flushOutbound();
    channel.runPendingTasks();
    nanos = 500;
    assertThat(link.takeBlockedShare()).isZero();
    assertThat(channel.writeOneOutbound(Unpooled.wrappedBuffer(new byte[20])).isDone()).isFalse();
    channel.runPendingTasks();
    nanos = 600;
    assertThat(link.takeBlockedShare()).isEqualTo(1);
    channel.finishAndReleaseAll();
    nanos = 700;
    assertThat(link.takeBlockedShare()).as("a connection that has ended blocks nothing").isZero();
  }
}
