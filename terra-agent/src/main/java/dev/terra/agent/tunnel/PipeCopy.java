package dev.terra.agent.tunnel;

import dev.terra.agent.link.ConnectionBytes;
import dev.terra.agent.link.Measurement;
import dev.terra.agent.link.SocketReads;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a pipe that leads through this site. It passes bytes that arrive by this connection on to the other connection, which is
 * served by the same loop. Where the kernel can splice, the bytes stay in the kernel, in a buffer of 64 KiB. Elsewhere they are copied:
 * reading stops while the other connection's buffer is above its high mark ({@link WaterMarks#PIPE}), so that a pipe never holds more than
 * that and one read ({@link SocketReads#MOST_PIPE_BYTES}) in each direction. An open tunnel is probed from its end, so a connection on
 * which nothing moves for {@link #SILENT_TICKS} ticks belongs to a tunnel that is dead on both sides.
 */
final class PipeCopy extends ChannelInboundHandlerAdapter {
  /** The ticks of silence after which the pipe is ended. The ends of the path notice the silence sooner. */
  private static final int SILENT_TICKS = TunnelHealth.IDLE_DEAD_TICKS + TunnelHealth.IDLE_PROBE_TICKS;

  private final TunnelContext context;
  private final Path path;
  private final SiteId neighbour;
  private final Consumer<String> end;
  /** Bytes that arrived with the number, before there was a way onwards: those of a read or two. */
  private final Deque<ByteBuf> early = new ArrayDeque<>();
  private @Nullable Channel other;
  private boolean heard;
  private int silentTicks;
  private @Nullable Runnable watchdog;

  /**
   * Creates a direction of a pipe along a path.
   *
   * @param neighbour the neighbour from which the bytes come
   * @param end ends the whole pipe, with a reason
   */
  PipeCopy(TunnelContext context, Path path, SiteId neighbour, Consumer<String> end) {
    this.context = context;
    this.path = path;
    this.neighbour = neighbour;
    this.end = end;
  }

  /** Passes the bytes of one connection on to another from now on. It is called on the loop of both. */
  void join(Channel from, Channel onwards) {
    other = onwards;
    onwards.config().setWriteBufferWaterMark(WaterMarks.PIPE);
    early.forEach(bytes -> pass(onwards, bytes));
    early.clear();
    onwards.flush();
    SocketReads.splice(from, onwards, bytes -> moved(bytes, from, onwards)).ifPresent(splice -> splice.addListener(over -> {
      if (!over.isSuccess() && from.isOpen() && onwards.isOpen()) {
        end.accept("the connection with " + neighbour + ": " + Failures.inWords(over.cause()));
      }
    }));
  }

  private void moved(int bytes, Channel from, Channel onwards) {
    heard = true;
    context.passedOn().add(path, bytes);
    from.pipeline().get(ConnectionBytes.class).spliced(bytes, onwards.pipeline().get(ConnectionBytes.class));
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    SocketReads.asPipe(ctx.channel());
    Runnable tick = () -> tick(ctx);
    watchdog = tick;
    context.beat().add(ctx.channel().eventLoop(), tick);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (watchdog != null) {
      context.beat().remove(ctx.channel().eventLoop(), watchdog);
    }
    early.forEach(ByteBuf::release);
    early.clear();
  }

  private void tick(ChannelHandlerContext ctx) {
    silentTicks = heard || !ctx.channel().config().isAutoRead() ? 0 : silentTicks + 1;
    heard = false;
    if (silentTicks >= SILENT_TICKS) {
      end.accept("nothing has come from " + neighbour + " for " + SILENT_TICKS * Beat.MILLIS + " ms");
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    heard = true;
    if (!(message instanceof ByteBuf bytes)) {
      ReferenceCountUtil.release(message);
    } else if (other == null) {
      early.add(bytes);
    } else {
      pass(other, bytes);
      if (!other.isWritable()) {
        other.flush();
        Measurement.setReading(ctx.channel(), other.isWritable());
      }
    }
  }

  private void pass(Channel onwards, ByteBuf bytes) {
    context.passedOn().add(path, bytes.readableBytes());
    onwards.write(bytes).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (other != null) {
      Measurement.noteReading(ctx.channel()); // splicing pauses and resumes reading by itself
      other.flush();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (other != null) {
      Measurement.setReading(other, ctx.channel().isWritable());
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    end.accept(neighbour + " has closed the pipe");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    end.accept("the connection with " + neighbour + ": " + Failures.inWords(cause));
  }
}
