package dev.terra.agent.tunnel;

import dev.terra.agent.door.PortDoor;
import dev.terra.agent.link.KernelTcp;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.v1.TunnelWelcome;
import dev.terra.api.version.Capability;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Handles an accepted connection from the opener of a tunnel or a line: reads its hello, then becomes the far end. */
final class AcceptHandler extends ChannelInboundHandlerAdapter {
  /** The largest hello. A hello holds the names of a path's sites. */
  private static final int MAX_HELLO_BYTES = 64 << 10;

  private final TunnelContext context;
  private final TunnelEvents events;
  private final FrameDecoder decoder;
  private final Door door;
  private boolean greeted;

  AcceptHandler(TunnelContext context, TunnelEvents events, FrameDecoder decoder, Door door) {
    this.context = context;
    this.events = events;
    this.decoder = decoder;
    this.door = door;
    decoder.takeAtMost(MAX_HELLO_BYTES);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (greeted || !(message instanceof Frame frame) || frame.header().type() != FrameType.HELLO) {
      ReferenceCountUtil.release(message);
      ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      return;
    }
    greeted = true;
    TunnelHello hello = frame.message(TunnelHello.parser());
    try {
      Path path = Handshake.check(context.site(), hello);
      SiteId peer = door.admits(hello, path);
      TlsGate.check(ctx.channel(), peer);
      if (door instanceof Door.OfLinks) {
        checkAddress(ctx.channel(), peer);
      }
      if (PortDoor.prove(ctx.channel())) {
        greet(ctx, hello, path, frame.header().label());
      }
    } catch (IllegalArgumentException e) {
      refuse(context, ctx, frame.header().label(), Failures.inWords(e));
    }
  }

  /**
   * Requires that a neighbour's connection comes from its address if there is no TLS, since nothing else shows which agent is at its other
   * end.
   */
  private void checkAddress(Channel channel, SiteId peer) {
    InetAddress remote = ((InetSocketAddress) channel.remoteAddress()).getAddress();
    if (context.tls().isEmpty() && !Hops.neighbour(context, peer).isAt(remote)) {
      throw new IllegalArgumentException("the connection comes from " + remote.getHostAddress() + ", but " + peer + " is at "
          + Hops.neighbour(context, peer).remote().getHostAddress());
    }
  }

  /** Admits the opener, and answers with a welcome. */
  private void greet(ChannelHandlerContext ctx, TunnelHello hello, Path path, int label) {
    Channel channel = ctx.channel();
    if (!(door instanceof Door.OfPipe)) { // a pipe was counted when it began
      context.accepted().count(path, channel);
      cross(channel, path);
    }
    if (hello.getBufferBytes() > 0) {
      channel.config().setOption(ChannelOption.SO_RCVBUF, PipeOrder.bounded(hello.getBufferBytes()));
    }
    AgentId peer = new AgentId(path.from(), hello.getAgent());
    context.peers().admit(peer, channel);
    TunnelWelcome.Builder welcome = welcome(context, Handshake.version(hello));
    if (!(door instanceof Door.OfPipe)) { // its connection comes from a site on the way
      KernelTcp.arrivedDscp(channel).ifPresent(welcome::setArrivedDscp);
    }
    send(ctx, label, welcome).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    ctx.pipeline().replace(this, "endpoint", farEnd(channel, hello, path, label));
  }

  private void cross(Channel channel, Path path) {
    SiteId previous = path.sites().get(path.sites().size() - 2);
    context.link(previous).ifPresent(link -> {
      if (door instanceof Door.OfLinks) {
        link.in().add(channel, new EndSide(channel));
        link.measurement().count(channel);
      } else {
        link.in().hear(channel);
      }
    });
  }

  private ChannelHandler farEnd(Channel channel, TunnelHello hello, Path path, int label) {
    if (hello.getLine()) {
      return Line.accepted(context, context.link(path.from()).orElseThrow(), channel, decoder);
    }
    decoder.takeAtMost(FrameHeader.MAX_PAYLOAD);
    Tunnel tunnel = new Tunnel(path, false, label, Tunnel.Peer.opener(new AgentId(path.from(), hello.getAgent()), hello.getSession()),
        new Outgoing(channel, context.owner()));
    if (door instanceof Door.OfNetwork) {
      tunnel.measureFrom(channel);
    }
    return new EndpointHandler(context, events, decoder, tunnel);
  }

  private static TunnelWelcome.Builder welcome(TunnelContext context, int version) {
    return TunnelWelcome.newBuilder()
        .setProtocolVersion(version)
        .setSite(context.site().name())
        .setAgent(context.self().name())
        .setSession(context.session())
        .addAllCapabilities(Capability.names(context.capabilities()));
  }

  private static ChannelFuture send(ChannelHandlerContext ctx, int label, TunnelWelcome.Builder welcome) {
    return ctx.writeAndFlush(Frame.control(ctx.alloc(), FrameType.WELCOME, label, welcome.build()));
  }

  /** Sends the reason why there will be no tunnel, and closes the connection. */
  static void refuse(TunnelContext context, ChannelHandlerContext ctx, int label, String reason) {
    PortDoor.warn(ctx.channel(), "refused a tunnel from " + ctx.channel().remoteAddress() + ": " + reason);
    send(ctx, label, welcome(context, Handshake.NEWEST_VERSION).setRefusal(reason)).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    PortDoor.warn(ctx.channel(), "closed a connection from " + ctx.channel().remoteAddress() + " that is not a tunnel: "
        + Failures.inWords(cause));
    ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
