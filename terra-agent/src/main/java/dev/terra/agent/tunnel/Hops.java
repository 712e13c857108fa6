package dev.terra.agent.tunnel;

import dev.terra.agent.config.Neighbour;
import dev.terra.agent.link.ConnectionBytes;
import dev.terra.agent.link.SocketReads;
import dev.terra.agent.link.SocketTransport;
import dev.terra.agent.pipe.PipeNumber;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.agent.pipe.PipeSide;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.wan.SiteId;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes connections to other agents, with the options that all of them have in common. */
final class Hops {
  private static final Logger log = LoggerFactory.getLogger(Hops.class);
  private static final Guard GUARD = new Guard("what was due on a tunnel", log::warn);
  /** The time limit for connecting. It leaves room for two retransmitted SYNs on a long link. */
  static final int CONNECT_TIMEOUT_MILLIS = (int) ProtocolTiming.HOP_CONNECT.millis();
  /** The time limit from connecting to the far end's answer. Every relay on the path connects in turn. */
  static final long HANDSHAKE_TIMEOUT_MILLIS = ProtocolTiming.TUNNEL_HANDSHAKE.millis();

  private Hops() {}

  /**
   * The target of a connection.
   *
   * @param next the neighbour over whose link the connection goes
   * @param site the site of the agent at the other end: the neighbour's, or that of a path's end
   * @param bufferBytes the size of the socket's buffers; 0 leaves it to the kernel
   * @param ends the addresses of the connection
   * @param pipe the number with which the connection begins, if it is a pipe's
   */
  record Target(SiteId next, SiteId site, int bufferBytes, Ends ends, Optional<PipeNumber> pipe) {
    /** Returns the target of a connection to a neighbour itself. */
    static Target neighbour(SiteId site) {
      return new Target(site, site, 0, Ends.CONFIGURED, Optional.empty());
    }

    /**
     * Returns the target of an ordered pipe's connection: it leads to the agent that has promised the pipe, and the agent of the path's
     * last site answers in it.
     */
    static Target pipe(PipeOrder order, InetSocketAddress promiser, PipeNumber number) {
      SiteId next = order.path().sites().get(order.place());
      Ends ends = new Ends(Optional.of(promiser), Optional.empty());
      return new Target(next, order.path().to(), order.bufferBytes(), ends, Optional.of(number));
    }
  }

  /**
   * The addresses of a connection.
   *
   * @param remote the remote address; empty for the neighbour's address in the configuration
   * @param local the local address to bind, if the network routes the connection; empty for this site's end of the link and any port
   */
  record Ends(Optional<InetSocketAddress> remote, Optional<InetSocketAddress> local) {
    static final Ends CONFIGURED = new Ends(Optional.empty(), Optional.empty());
  }

  /** Sends the number of a pipe as the first bytes of its connection. */
  private static final class Opening extends ChannelInboundHandlerAdapter {
    private final PipeNumber number;

    Opening(PipeNumber number) {
      this.number = number;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      ctx.writeAndFlush(number.opening(ctx.alloc())).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      ctx.fireChannelActive();
      ctx.pipeline().remove(this);
    }
  }

  /**
   * Connects a tunnel to the agent at its other end. The handler is placed behind the frame decoder. With TLS, the connection counts as
   * made when the other end has shown its site's certificate.
   */
  static ChannelFuture connect(TunnelContext context, Target target, FrameDecoder decoder, ChannelHandler handler) {
    return connect(context, target, LatencyClass.BULK, decoder, handler);
  }

  /** Connects a line to a neighbour, in the same way. */
  static ChannelFuture connectLine(TunnelContext context, SiteId neighbour, FrameDecoder decoder, ChannelHandler handler) {
    return connect(context, Target.neighbour(neighbour), LatencyClass.INTERACTIVE, decoder, handler);
  }

  private static ChannelFuture connect(
      TunnelContext context, Target target, LatencyClass latencyClass, FrameDecoder decoder, ChannelHandler handler) {
    Optional<TlsGate> gate = context.tls().map(tls -> TlsGate.to(target.site));
    ChannelFuture connected = connect(context, context.ioLoops(), target, channel -> {
      context.marks().mark(channel, latencyClass);
      cross(context, target, channel, new EndSide(channel));
      gate.ifPresent(closed -> channel.pipeline().addLast(TlsGate.client(context.tls().orElseThrow(), channel, target.site), closed));
      channel.pipeline().addLast(new FlushSoon(), decoder, handler);
    });
    return gate.isPresent() ? gate.get().passed(connected) : connected;
  }

  /** Connects a pipe that leads through this site to the next site. */
  static ChannelFuture onwards(TunnelContext context, EventLoopGroup loop, Target target, PipeSide side, ChannelHandler handler) {
    return connect(context, loop, target, channel -> {
      context.marks().mark(channel, LatencyClass.BULK);
      cross(context, target, channel, side);
      channel.pipeline().addLast(handler);
    });
  }

  /** Registers a connection at its link. A connection that the network routes crosses other links, too, and only its ends watch it. */
  private static void cross(TunnelContext context, Target target, Channel channel, PipeSide side) {
    context.link(target.next).ifPresent(link -> {
      if (target.ends.local.isPresent()) {
        link.out().hear(channel);
        return;
      }
      target.pipe.ifPresentOrElse(number -> link.out().add(channel, number, side), () -> link.out().add(channel, side));
      link.measurement().count(channel);
    });
  }

  private static ChannelFuture connect(TunnelContext context, EventLoopGroup loops, Target target, Consumer<Channel> initializer) {
    SocketTransport transport = SocketTransport.of(loops);
    Bootstrap bootstrap = transport.spliceable(new Bootstrap())
        .group(loops)
        .channel(transport.client())
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WaterMarks.LARGEST)
        .handler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            SocketReads.govern(channel);
            channel.pipeline().addLast(new ConnectionBytes());
            target.pipe.ifPresent(number -> channel.pipeline().addLast(new Opening(number)));
            initializer.accept(channel);
          }
        });
    if (target.bufferBytes > 0) {
      bootstrap.option(ChannelOption.SO_SNDBUF, target.bufferBytes).option(ChannelOption.SO_RCVBUF, target.bufferBytes);
    }
    if (target.ends.local.isPresent()) {
      // the same port serves connections to other sites, too
      bootstrap.option(ChannelOption.SO_REUSEADDR, true);
    }
    int turn = context.link(target.next).map(NeighbourLink::turn).orElse(0);
    ChannelFuture connected = bootstrap.connect(
        target.ends.remote.orElseGet(() -> neighbour(context, target.next).at(turn)),
        target.ends.local.orElseGet(() -> new InetSocketAddress(neighbour(context, target.next).local(), 0)));
    connected.addListener(done -> {
      if (!done.isSuccess() && target.ends.remote.isEmpty()) {
        context.link(target.next).ifPresent(link -> link.notReached(turn));
      }
    });
    return connected;
  }

  static Neighbour neighbour(TunnelContext context, SiteId site) {
    Neighbour neighbour = context.neighbours().get(site);
    if (neighbour == null) {
      throw new IllegalArgumentException(context.site() + " has no link to " + site + "; its neighbours are "
          + context.neighbours().keySet());
    }
    return neighbour;
  }

  /** Runs a task on the channel's loop after a delay, unless the channel has been closed by then. */
  static void after(Channel channel, long millis, Runnable task) {
    OneShot timer = OneShot.after(channel.eventLoop(), millis, TimeUnit.MILLISECONDS, GUARD, task);
    channel.closeFuture().addListener(closed -> timer.cancel());
  }
}
