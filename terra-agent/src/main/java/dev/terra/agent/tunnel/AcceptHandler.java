package dev.terra.agent.tunnel;

import dev.terra.agent.door.PortDoor;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.v1.TunnelWelcome;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A connection that was accepted: reads its hello, then becomes the tunnel's far end or a relay. At the doors of links that is the
 * neighbour; at those for tunnels that the network routes it is the path's first site, and this one is its last.
 */
final class AcceptHandler extends ChannelInboundHandlerAdapter {
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
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (greeted || !(message instanceof Frame frame) || frame.header().type() != FrameType.HELLO) {
      ReferenceCountUtil.release(message);
      ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      return;
    }
    greeted = true;
    decoder.takeAtMost(FrameHeader.MAX_PAYLOAD);
    TunnelHello hello = frame.message(TunnelHello.parser());
    try {
      Path path = Handshake.check(context.site(), hello);
      Optional<SiteId> next = Handshake.next(path, hello.getHop());
      SiteId previous = path.sites().get(hello.getHop() - 1);
      SiteId peer = door.admits(hello, path);
      TlsGate.check(ctx.channel(), peer);
      checkAddress(ctx.channel(), hello, peer);
      if (!hello.getEndToEnd()) {
        context.accepted().check(path, context.site(), context.ticker().read());
      }
      if (!PortDoor.prove(ctx.channel())) {
        return;
      }
      context.accepted().count(path, ctx.channel());
      context.link(previous).ifPresent(link -> link.add(ctx.channel(), decoder));
      if (!hello.getEndToEnd()) {
        context.link(previous).ifPresent(link -> link.measurement().count(ctx.channel()));
      }
      if (hello.getBufferBytes() > 0) {
        ctx.channel().config().setOption(ChannelOption.SO_RCVBUF, Hops.bufferBytes(hello));
      }
      if (next.isPresent()) {
        relay(ctx, hello, path, frame.header().label());
      } else {
        answer(ctx, hello, path, frame.header().label());
      }
    } catch (IllegalArgumentException e) {
      refuse(ctx, frame.header().label(), Failures.inWords(e));
    }
  }

  /** Without TLS nothing but its address tells who is there. */
  private void checkAddress(Channel channel, TunnelHello hello, SiteId peer) {
    InetAddress remote = ((InetSocketAddress) channel.remoteAddress()).getAddress();
    if (context.tls().isEmpty() && !hello.getEndToEnd() && !Hops.neighbour(context, peer).isAt(remote)) {
      throw new IllegalArgumentException("the connection comes from " + remote.getHostAddress() + ", and " + peer + " is at "
          + Hops.neighbour(context, peer).remote().getHostAddress());
    }
  }

  private void answer(ChannelHandlerContext ctx, TunnelHello hello, Path path, int label) {
    int version = Handshake.version(hello);
    AgentId peer = new AgentId(path.from(), hello.getAgent());
    boolean direct = hello.getEndToEnd() || path.sites().size() == 2;
    context.peers().admit(new PeerAgents.Admission(peer, hello.getSession(), direct), ctx.channel());
    ctx.writeAndFlush(welcome(ctx, label, version, "")).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    Tunnel tunnel = new Tunnel(path, false, label, new Tunnel.Peer(peer, hello.getSession(), version),
        new Outgoing(ctx.channel(), context.owner()));
    if (hello.getEndToEnd()) {
      tunnel.measureFrom(ctx.channel());
    }
    ctx.pipeline().replace(this, "endpoint", new EndpointHandler(context, events, decoder, tunnel));
  }

  private ByteBuf welcome(ChannelHandlerContext ctx, int label, int version, String refusal) {
    return welcome(context, ctx, label, version, refusal);
  }

  static ByteBuf welcome(TunnelContext context, ChannelHandlerContext ctx, int label, int version, String refusal) {
    return Frame.control(ctx.alloc(), FrameType.WELCOME, label, TunnelWelcome.newBuilder()
        .setProtocolVersion(version)
        .setSite(context.site().name())
        .setAgent(context.self().name())
        .setSession(context.session())
        .setRefusal(refusal)
        .build());
  }

  private void refuse(ChannelHandlerContext ctx, int label, String reason) {
    PortDoor.warn(ctx.channel(), "refused a tunnel from " + ctx.channel().remoteAddress() + ": " + reason);
    ctx.writeAndFlush(welcome(ctx, label, Handshake.NEWEST_VERSION, reason)).addListener(ChannelFutureListener.CLOSE);
  }

  private void relay(ChannelHandlerContext ctx, TunnelHello hello, Path path, int label) {
    SiteId next = Handshake.next(path, hello.getHop()).orElseThrow();
    Channel inbound = ctx.channel();
    inbound.config().setAutoRead(false);
    decoder.relayFromNow();
    FrameDecoder nextDecoder = new FrameDecoder();
    nextDecoder.relayFromNow();
    RelayHandler backwards = new RelayHandler(context, inbound, path, nextDecoder);
    Hops.Target target = Hops.Target.neighbour(next, Hops.bufferBytes(hello), Optional.empty());
    Hops.connect(context, inbound.eventLoop(), target, nextDecoder, backwards).addListener(
        (ChannelFutureListener) connected -> {
          if (!connected.isSuccess()) {
            inbound.config().setAutoRead(true);
            refuse(ctx, label, context.site() + " cannot reach " + next + ": " + Failures.inWords(connected.cause()));
          } else if (!inbound.isActive()) {
            connected.channel().close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
          } else {
            join(ctx, connected.channel(), hello, path, label);
          }
        });
  }

  private void join(ChannelHandlerContext ctx, Channel outbound, TunnelHello hello, Path path, int label) {
    TunnelHello passedOn = hello.toBuilder().setHop(hello.getHop() + 1).build();
    outbound.writeAndFlush(Frame.control(outbound.alloc(), FrameType.HELLO, label, passedOn))
        .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    ctx.pipeline().replace(this, "relay", new RelayHandler(context, outbound, path, decoder));
    ctx.channel().config().setAutoRead(true);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    PortDoor.warn(ctx.channel(), "closed a connection from " + ctx.channel().remoteAddress() + " that is no tunnel: "
        + Failures.inWords(cause));
    ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
