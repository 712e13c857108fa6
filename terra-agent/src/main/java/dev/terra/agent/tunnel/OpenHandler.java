package dev.terra.agent.tunnel;

import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.v1.TunnelWelcome;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.SiteId;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

/**
 * The opener's side of a handshake: says hello, waits for the far end's welcome, then gives way to an {@link
 * EndpointHandler}.
 */
final class OpenHandler extends SimpleChannelInboundHandler<Frame> {
  private final TunnelContext context;
  private final TunnelEvents events;
  private final TunnelLine line;
  private final FrameDecoder decoder;
  private final Outcome outcome;
  private String reason = "connection closed before the far end answered";
  private boolean established;

  /** Goes on when an attempt has ended. On the channel's loop. */
  interface Outcome {
    /** The far end has answered. */
    void opened(Tunnel tunnel);

    /** The attempt has failed. */
    void failed(String why);
  }

  OpenHandler(TunnelContext context, TunnelEvents events, TunnelLine line, FrameDecoder decoder, Outcome outcome) {
    super(Frame.class);
    this.context = context;
    this.events = events;
    this.line = line;
    this.decoder = decoder;
    this.outcome = outcome;
  }

  static TunnelHello hello(TunnelContext context, TunnelLine line) {
    return TunnelHello.newBuilder()
        .setProtocolVersion(Handshake.OLDEST_VERSION)
        .setNewestVersion(Handshake.NEWEST_VERSION)
        .addAllPath(line.path().sites().stream().map(SiteId::name).toList())
        .setHop(line.target().isEndToEnd() ? line.path().sites().size() - 1 : 1)
        .setEndToEnd(line.target().isEndToEnd())
        .setAgent(context.self().name())
        .setSession(context.session())
        .setBufferBytes(line.bufferBytes())
        .build();
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ctx.writeAndFlush(Frame.control(ctx.alloc(), FrameType.HELLO, line.label(), hello(context, line)))
        .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    Hops.after(ctx.channel(), Hops.HANDSHAKE_TIMEOUT_MILLIS, () -> {
      if (!established) {
        fail(ctx, "no answer from the far end in " + Hops.HANDSHAKE_TIMEOUT_MILLIS + " ms");
      }
    });
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, Frame frame) {
    if (frame.header().type() != FrameType.WELCOME) {
      fail(ctx, "expected a welcome, got a frame of type " + frame.header().type());
      return;
    }
    TunnelWelcome welcome = frame.message(TunnelWelcome.parser());
    String who = welcome.getSite() + "/" + welcome.getAgent();
    if (!welcome.getRefusal().isEmpty()) {
      fail(ctx, "refused by " + who + ": " + welcome.getRefusal());
      return;
    }
    if (welcome.getProtocolVersion() < Handshake.OLDEST_VERSION || welcome.getProtocolVersion() > Handshake.NEWEST_VERSION) {
      fail(ctx, who + " answered in tunnel protocol version " + welcome.getProtocolVersion() + ", not one of "
          + Handshake.OLDEST_VERSION + " to " + Handshake.NEWEST_VERSION);
      return;
    }
    Tunnel.Peer peer = Tunnel.Peer.of(welcome);
    if (!peer.agent().site().equals(line.path().to())) {
      fail(ctx, "expected an agent of " + line.path().to() + " at the end of " + line.path() + ", " + who + " answered");
      return;
    }
    boolean direct = line.target().isEndToEnd() || line.path().sites().size() == 2;
    context.peers().admit(new PeerAgents.Admission(peer.agent(), peer.session(), direct), ctx.channel());
    established = true;
    Tunnel tunnel = new Tunnel(line.path(), true, line.label(), peer, new Outgoing(ctx.channel(), context.owner()));
    if (line.target().isEndToEnd()) {
      tunnel.measureFrom(ctx.channel());
    }
    outcome.opened(tunnel);
    ctx.pipeline().replace(this, "endpoint", new EndpointHandler(context, events, decoder, tunnel));
  }

  private void fail(ChannelHandlerContext ctx, String why) {
    reason = why;
    ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    fail(ctx, Failures.inWords(cause));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    outcome.failed(reason);
  }
}
