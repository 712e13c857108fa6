package dev.terra.agent.tunnel;

import dev.terra.agent.link.KernelTcp;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.v1.TunnelWelcome;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.failure.Failures;
import dev.terra.core.latency.ArrivedMark;
import dev.terra.core.wan.Path;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import org.jspecify.annotations.Nullable;

/**
 * The opener's side of a handshake: it sends a hello, waits for the far end's welcome, and is then replaced by the attempt's own handler.
 */
final class OpenHandler extends SimpleChannelInboundHandler<Frame> {
  private final TunnelContext context;
  private final Attempt attempt;
  private @Nullable Integer sentDscp;
  private @Nullable String reason;
  private boolean established;

  /** An attempt to open a tunnel or a line. It is called on the channel's loop. */
  interface Attempt {
    /** Returns the path of the tunnel or line. */
    Path path();

    /** Returns the number of the tunnel or line at this agent. */
    int label();

    /** Returns the hello to be sent. */
    TunnelHello hello();

    /** Handles the answer of the far end. Returns the handler that continues. */
    ChannelHandler opened(ChannelHandlerContext ctx, Tunnel.Peer peer, FrameDecoder decoder);

    /** Handles the failure of the attempt. */
    void failed(String why);
  }

  OpenHandler(TunnelContext context, Attempt attempt) {
    this.context = context;
    this.attempt = attempt;
  }

  /** Returns a hello with the fields that every hello has. */
  static TunnelHello.Builder hello(TunnelContext context, Path path, int oldestVersion) {
    return TunnelHello.newBuilder()
        .setProtocolVersion(oldestVersion)
        .setNewestVersion(Handshake.NEWEST_VERSION)
        .addAllPath(WanPaths.names(path))
        .setHop(path.sites().size() - 1)
        .setAgent(context.self().name())
        .setSession(context.session());
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    KernelTcp.sentDscp(ctx.channel()).ifPresent(dscp -> sentDscp = dscp);
    ctx.writeAndFlush(Frame.control(ctx.alloc(), FrameType.HELLO, attempt.label(), attempt.hello()))
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
    if (!peer.agent().site().equals(attempt.path().to())) {
      fail(ctx, "expected an agent of " + attempt.path().to() + " at the end of " + attempt.path() + ", " + who + " answered");
      return;
    }
    if (sentDscp != null && welcome.hasArrivedDscp()) {
      EndSide.marked(ctx.channel(), new ArrivedMark(sentDscp, welcome.getArrivedDscp()));
    }
    context.peers().admit(peer.agent(), ctx.channel());
    established = true;
    ctx.pipeline().replace(this, "endpoint", attempt.opened(ctx, peer, ctx.pipeline().get(FrameDecoder.class)));
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
    attempt.failed(reason != null ? reason : EndSide.closeReason(ctx.channel(), "connection closed before the far end answered"));
  }
}
