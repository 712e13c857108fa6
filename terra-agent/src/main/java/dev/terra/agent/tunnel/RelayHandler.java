package dev.terra.agent.tunnel;

import dev.terra.agent.link.Measurement;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.Path;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One direction of a relayed path: frames from this channel go on to the other, which is served by the same loop. It stops
 * reading while the other's buffer is above its high mark ({@link WaterMarks#LARGEST}), so that a label never holds more than
 * that, one read and what the decoder gathers here. When either channel ends, so does the other. A live path is probed from its
 * end, so a channel on which nothing moves for {@link #SILENT_TICKS} ticks belongs to a path that is dead on both sides and is
 * closed.
 */
final class RelayHandler extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(RelayHandler.class);
  /** Later than the ends of the path would notice it. */
  private static final int SILENT_TICKS = TunnelHealth.IDLE_DEAD_TICKS + TunnelHealth.IDLE_PROBE_TICKS;

  private final TunnelContext context;
  private final Channel other;
  private final Path path;
  private final FrameDecoder decoder;
  private int silentTicks;
  private Runnable watchdog;

  RelayHandler(TunnelContext context, Channel other, Path path, FrameDecoder decoder) {
    this.context = context;
    this.other = other;
    this.path = path;
    this.decoder = decoder;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    watchdog = () -> tick(ctx);
    context.beat().add(ctx.executor(), watchdog);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    context.beat().remove(ctx.executor(), watchdog);
  }

  private void tick(ChannelHandlerContext ctx) {
    boolean heard = decoder.takeHeard() || !ctx.channel().config().isAutoRead();
    silentTicks = heard ? 0 : silentTicks + 1;
    if (silentTicks >= SILENT_TICKS) {
      log.warn("relay of {}: silent for {} ms, closed", path, SILENT_TICKS * Beat.MILLIS);
      close(ctx.channel());
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof ByteBuf bytes) || !other.isActive()) {
      ReferenceCountUtil.release(message);
      close(ctx.channel());
      return;
    }
    context.passedOn().add(path, bytes.readableBytes());
    other.write(message).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    if (!other.isWritable()) {
      other.flush();
      Measurement.setReading(ctx.channel(), other.isWritable());
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    other.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    Measurement.setReading(other, ctx.channel().isWritable());
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    close(other);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    log.warn("relay of {}: closed: {}", path, Failures.inWords(cause));
    close(ctx.channel());
  }

  private static void close(Channel channel) {
    channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
