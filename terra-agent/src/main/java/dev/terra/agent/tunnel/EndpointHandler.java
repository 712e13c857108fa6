package dev.terra.agent.tunnel;

import dev.terra.agent.link.KernelTcp;
import dev.terra.agent.link.Measurement;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.Probe;
import dev.terra.core.failure.Failures;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles an end of an established tunnel on its channel's loop: it probes the tunnel, measures it, checks frames that arrive, and hands
 * them to the agent's thread. The bytes that wait for that thread have a bound, see {@link ReadPause}.
 */
final class EndpointHandler extends SimpleChannelInboundHandler<Frame> {
  private static final Logger log = LoggerFactory.getLogger(EndpointHandler.class);
  /** The number of bytes of frames after which these are handed over. Frames are also handed over when there is nothing more to read. */
  private static final int HAND_OVER_BYTES = 64 << 10;

  private final TunnelContext context;
  private final TunnelEvents events;
  private final FrameDecoder decoder;
  private final Tunnel tunnel;
  private final TunnelHealth health;
  private final @Nullable NeighbourLink link;
  private final @Nullable LinkWay way;
  private final @Nullable Measurement measurement;
  private final ReadPause pause = new ReadPause();
  private List<Arrival> arrived = new ArrayList<>();
  private int arrivedBytes;
  private @Nullable Runnable prober;
  private boolean linkWatched;
  private long linkReads;
  private int linkSilentTicks;

  /**
   * A frame that has arrived, and whether it is intact. The loop checks the checksums of data, since there are several loops and only one
   * agent's thread.
   */
  private record Arrival(Frame frame, boolean intact) {}

  EndpointHandler(TunnelContext context, TunnelEvents events, FrameDecoder decoder, Tunnel tunnel) {
    super(Frame.class);
    this.context = context;
    this.events = events;
    this.decoder = decoder;
    this.tunnel = tunnel;
    boolean oneHop = tunnel.path().sites().size() == 2;
    this.health = new TunnelHealth(oneHop);
    this.link = Optional.of(tunnel.peerSite()).filter(peer -> oneHop).flatMap(context::link).orElse(null);
    this.way = link == null ? null : tunnel.isOpener() ? link.out() : link.in();
    this.measurement = tunnel.measurement().orElse(link == null ? null : link.measurement());
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context.owner().execute(() -> events.up(tunnel));
    Runnable tick = () -> tick(ctx);
    prober = tick;
    context.beat().add(ctx.executor(), tick);
    tick.run();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (prober != null) {
      context.beat().remove(ctx.executor(), prober);
    }
  }

  private void tick(ChannelHandlerContext ctx) {
    boolean heard = decoder.takeHeard() || !ctx.channel().config().isAutoRead();
    if (way != null) {
      hearOthers(way);
    }
    receipt();
    watchQueues(ctx.channel());
    int grace = way != null ? TunnelHealth.linkGrace(linkSilentTicks) : TunnelHealth.chunkGrace(tunnel.chunkNanos());
    switch (health.tick(heard, tunnel.isAwaiting(), grace)) {
      case DEAD -> tunnel.close("silent for " + health.silentMillis() + " ms");
      case PROBE -> probe(ctx);
      case NOTHING -> { }
    }
    judge();
  }

  /** Makes the tunnel suspect if it is silent itself, or if a link that it crosses is silent. */
  private void judge() {
    boolean suspect = health.isSuspect() || tunnel.linkSilence().isPresent();
    if (suspect != tunnel.isSuspect()) {
      suspect(suspect);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == EndSide.CHANGED) {
      judge();
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  /** Sends a receipt if one is due. The far end of measured connections reports in receipts what it has read. */
  private void receipt() {
    if (!tunnel.isOpener() && measurement != null) {
      measurement.receiptDue(context.ticker().read()).ifPresent(receipt ->
          tunnel.send(FrameType.PING, Probe.newBuilder().setReceipt(receipt).build()));
    }
  }

  /** Compares the round trips of the tunnel's packets, which are bulk, with those of the link's line, which are interactive. */
  private void watchQueues(Channel channel) {
    if (link != null && tunnel.isOpener() && tunnel.isBusy()) {
      link.waits(() -> KernelTcp.roundTripNanos(channel), context.ticker().read());
    }
  }

  private void suspect(boolean suspect) {
    tunnel.suspect(suspect);
    context.owner().execute(() -> {
      if (suspect) {
        events.suspect(tunnel);
      } else {
        events.trusted(tunnel);
      }
    });
  }

  private void probe(ChannelHandlerContext ctx) {
    if (tunnel.isOpener() && ctx.channel().isWritable()) {
      tunnel.probe(context.ticker().read());
    }
  }

  /**
   * Counts the ticks in which nothing arrived by any connection of the link. While other connections are active, the silence of a tunnel of
   * one hop does not mean that the link is cut.
   */
  private void hearOthers(LinkWay link) {
    linkSilentTicks = linkWatched && link.reads() == linkReads ? linkSilentTicks + 1 : 0;
    linkWatched = true;
    linkReads = link.reads();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, Frame frame) {
    switch (frame.header().type()) {
      case PING -> ping(frame);
      case PONG -> pong(frame);
      case HELLO, WELCOME -> tunnel.close("a second " + frame.header().type() + " from " + tunnel.peerAgent());
      case COMPRESSED -> arrived(ctx, restored(frame));
      default -> arrived(ctx, frame);
    }
  }

  private void arrived(ChannelHandlerContext ctx, Frame frame) {
    arrived.add(new Arrival(frame, frame.header().type() != FrameType.DATA || frame.intact()));
    arrivedBytes += frame.header().frameBytes();
    if (arrivedBytes >= HAND_OVER_BYTES) {
      handOver(ctx);
    }
  }

  private Frame restored(Frame frame) {
    Frame plain = context.compression().restorer().restored(frame);
    if (frame.intact() && !plain.intact()) {
      log.error("tunnel {} from {}: a compressed chunk of {} bytes does not decompress to the original {} bytes", tunnel,
          tunnel.peerAgent(), frame.header().length(), plain.header().length());
    }
    return plain;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    handOver(ctx);
    ctx.fireChannelReadComplete();
  }

  private void ping(Frame frame) {
    Probe probe = frame.message(Probe.parser());
    if (!probe.getFiller().isEmpty()) {
      return;
    }
    if (probe.hasReceipt()) {
      if (measurement != null) {
        measurement.receipt(probe.getReceipt(), tunnel.leastRttNanos(), context.ticker().read());
      }
      return;
    }
    if (probe.getRttMicros() > 0) {
      rtt(TimeUnit.MICROSECONDS.toNanos(probe.getRttMicros()));
    }
    tunnel.send(FrameType.PONG, probe);
  }

  private void pong(Frame frame) {
    Probe probe = frame.message(Probe.parser());
    if (!probe.hasReceipt() && tunnel.answered(probe.getSentNanos())) { // a far end that does not support receipts answers them, too
      rtt(Math.max(1, context.ticker().read() - probe.getSentNanos()));
    }
  }

  private void rtt(long nanos) {
    tunnel.rttNanos(nanos);
    health.rtt(nanos);
  }

  /** Hands the frames that have arrived to the agent's thread in one task, since there may be hundreds of short frames. */
  private void handOver(ChannelHandlerContext ctx) {
    if (arrived.isEmpty()) {
      return;
    }
    List<Arrival> frames = arrived;
    int bytes = arrivedBytes;
    arrived = new ArrayList<>();
    arrivedBytes = 0;
    pause.handedOver(bytes, reading(ctx));
    context.owner().execute(() -> {
      try {
        frames.forEach(this::handle);
      } finally {
        pause.handedBack(bytes, reading(ctx));
      }
    });
  }

  private void handle(Arrival arrival) {
    Frame frame = arrival.frame;
    try {
      if (frame.header().type() == FrameType.DATA) {
        events.data(tunnel, frame, arrival.intact);
      } else {
        events.control(tunnel, frame);
      }
    } catch (RuntimeException e) {
      log.error("tunnel {}: closed since a frame could not be handled: {}", tunnel, frame.header(), e);
      tunnel.close("a frame could not be handled: " + Failures.inWords(e));
    }
  }

  private static ReadPause.Reading reading(ChannelHandlerContext ctx) {
    return reading -> Measurement.setReading(ctx.channel(), reading);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (tunnel.isOpener() && ctx.channel().isWritable()) {
      context.owner().execute(() -> events.writable(tunnel));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    tunnel.close(Failures.inWords(cause));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    handOver(ctx);
    context.owner().execute(() -> events.down(tunnel, tunnel.closeReason()));
  }
}
