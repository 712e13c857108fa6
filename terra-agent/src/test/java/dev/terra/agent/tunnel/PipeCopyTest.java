package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import dev.terra.agent.link.ConnectionBytes;
import dev.terra.agent.link.SocketReads;
import dev.terra.agent.pipe.PipeBook;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how much one direction of a pipe keeps at a relay. */
@SuppressWarnings("deprecation") // Netty has no other name for the handle that records a channel's reads
class PipeCopyTest {
  private static final int PIPE_BYTES = WaterMarks.PIPE.high() + SocketReads.MOST_PIPE_BYTES;

  private final List<String> ends = new ArrayList<>();

  /** A socket that takes no bytes as long as it is stuck. */
  private static final class Stuck extends ChannelOutboundHandlerAdapter {
    private boolean stuck = true;

    @Override
    public void flush(ChannelHandlerContext ctx) {
      if (!stuck) {
        ctx.flush();
      }
    }
  }

  private EmbeddedChannel inbound(PipeCopy copy) {
    EmbeddedChannel channel = new EmbeddedChannel();
    SocketReads.govern(channel);
    channel.pipeline().addLast(new ConnectionBytes(), copy);
    return channel;
  }

  private PipeCopy copy(EmbeddedChannel loop) {
    TunnelContext context = new TunnelContext(new AgentId(new SiteId("C"), "C-gw"), 1, ImmutableMap.of(), loop.eventLoop(),
        loop.eventLoop(), Ticker.systemTicker());
    return new PipeCopy(context, Path.of("A", "C", "B"), new SiteId("A"), ends::add);
  }

  /** Makes a channel read as from a socket, as many bytes as the allocator gives. Returns how many. */
  private static int read(EmbeddedChannel channel, RecvByteBufAllocator.Handle handle) {
    handle.reset(channel.config());
    ByteBuf bytes = handle.allocate(channel.alloc());
    int count = bytes.capacity();
    handle.attemptedBytesRead(count);
    bytes.writeZero(count);
    handle.lastBytesRead(count);
    channel.writeInbound(bytes);
    handle.readComplete();
    return count;
  }

  @Test
  void aFarEndThatDoesNotReadMakesARelayKeepNoMoreThanItsBound() {
    Stuck socket = new Stuck();
    EmbeddedChannel onwards = new EmbeddedChannel(socket);
    PipeCopy copy = copy(onwards);
    EmbeddedChannel from = inbound(copy);
    copy.join(from, onwards);
    RecvByteBufAllocator.Handle handle = from.config().getRecvByteBufAllocator().newHandle();
    int kept = 0;
    for (int reads = 0; from.config().isAutoRead() && reads < 1_000; reads++) {
      kept += read(from, handle);
    }
    assertThat(from.config().isAutoRead()).isFalse();
    assertThat(kept).isBetween(WaterMarks.PIPE.high() / 2, PIPE_BYTES);
    assertThat(handle.guess()).isLessThanOrEqualTo(SocketReads.MOST_PIPE_BYTES);
    assertThat((long) PipeBook.MOST_PIPES * 2 * PIPE_BYTES).as("what all pipes of a neighbour keep").isLessThanOrEqualTo(128L << 20);
    socket.stuck = false;
    onwards.flush();
    assertThat(sum(onwards)).isEqualTo(kept);
    assertThat(ends).isEmpty();
    from.finishAndReleaseAll();
    onwards.finishAndReleaseAll();
  }

  private static int sum(EmbeddedChannel channel) {
    int sum = 0;
    for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
      sum += bytes.readableBytes();
      bytes.release();
    }
    return sum;
  }

  @Test
  void whatComesBeforeThereIsAWayOnwardsGoesFirst() {
    EmbeddedChannel onwards = new EmbeddedChannel();
    PipeCopy copy = copy(onwards);
    EmbeddedChannel from = inbound(copy);
    from.writeInbound(Unpooled.wrappedBuffer(new byte[] {1}));
    assertThat(onwards.<ByteBuf>readOutbound()).isNull();
    copy.join(from, onwards);
    from.writeInbound(Unpooled.wrappedBuffer(new byte[] {2}));
    for (byte expected = 1; expected <= 2; expected++) {
      ByteBuf bytes = onwards.readOutbound();
      assertThat(bytes.readByte()).isEqualTo(expected);
      bytes.release();
    }
    from.finishAndReleaseAll();
    assertThat(ends).containsExactly("A has closed the pipe");
    onwards.finishAndReleaseAll();
  }
}
