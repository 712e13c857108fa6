package dev.terra.agent.tunnel;

import dev.terra.agent.config.Neighbour;
import dev.terra.agent.link.ConnectionBytes;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.TunnelHello;
import dev.terra.core.wan.SiteId;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a hop's connection is made, and what all of them have in common. */
final class Hops {
  private static final Logger log = LoggerFactory.getLogger(Hops.class);
  private static final Guard GUARD = new Guard("what was due on a tunnel", log::warn);
  /** A path longer than this is a mistake: the largest WAN has far fewer sites on a sensible path. */
  static final int MAX_PATH_SITES = 64;
  /** Two retransmitted SYNs on a long link don't fit in less. */
  static final int CONNECT_TIMEOUT_MILLIS = (int) ProtocolTiming.HOP_CONNECT.millis();
  /** From connecting to the far end's answer; every relay connects in turn. */
  static final long HANDSHAKE_TIMEOUT_MILLIS = ProtocolTiming.TUNNEL_HANDSHAKE.millis();
  /** A read takes a chunk at most: then it is copied and summed while it is in the processor's cache. Idle tunnels read into 2 KiB. */
  static final RecvByteBufAllocator READS = new AdaptiveRecvByteBufAllocator(2 << 10, 2 << 10, 256 << 10);

  /** What a tunnel's opener may ask of other sites' sockets: 128 MiB, 10 Gbit/s over 100 ms. */
  private static final int MAX_BUFFER_BYTES = 128 << 20;

  private Hops() {}

  /**
   * What to connect to.
   *
   * @param next the neighbour over whose link it goes
   * @param site whose agent is there: the neighbour's, or that of a path's end
   * @param bufferBytes how large the socket's buffers should be; 0 leaves them to the kernel
   * @param address empty: the neighbour's
   * @param local what to bind; empty: our end of the link, and any port
   */
  record Target(SiteId next, SiteId site, int bufferBytes, Optional<InetSocketAddress> address, Optional<InetSocketAddress> local) {
    /** A neighbour. */
    static Target neighbour(SiteId site, int bufferBytes, Optional<InetSocketAddress> address) {
      return new Target(site, site, bufferBytes, address, Optional.empty());
    }
  }

  /** Buffers as the opener of a tunnel asks for, within reason. */
  static int bufferBytes(TunnelHello hello) {
    return Math.max(0, Math.min(MAX_BUFFER_BYTES, hello.getBufferBytes()));
  }

  /**
   * Connects; the handler sits behind the frame decoder. With TLS the connection counts as made when the other end has shown its
   * site's certificate.
   */
  static ChannelFuture connect(
      TunnelContext context, EventLoopGroup loops, Target target, FrameDecoder decoder, ChannelHandler handler) {
    Optional<TlsGate> gate = context.tls().map(tls -> TlsGate.to(target.site));
    Bootstrap bootstrap = new Bootstrap()
        .group(loops)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.RCVBUF_ALLOCATOR, READS)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WaterMarks.LARGEST)
        .handler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            context.link(target.next).ifPresent(link -> link.add(channel, decoder));
            gate.ifPresent(closed -> channel.pipeline().addLast(TlsGate.client(context.tls().orElseThrow(), channel, target.site), closed));
            channel.pipeline().addLast(new FlushSoon(), new ConnectionBytes(), decoder, handler);
            if (target.local.isEmpty()) { // from end to end bytes cross other links, too
              context.link(target.next).ifPresent(link -> link.measurement().count(channel));
            }
          }
        });
    if (target.bufferBytes > 0) {
      bootstrap.option(ChannelOption.SO_SNDBUF, target.bufferBytes).option(ChannelOption.SO_RCVBUF, target.bufferBytes);
    }
    if (target.local.isPresent()) {
      // the same port serves connections to other sites, too
      bootstrap.option(ChannelOption.SO_REUSEADDR, true);
    }
    int turn = context.link(target.next).map(NeighbourLink::turn).orElse(0);
    ChannelFuture connected = bootstrap.connect(
        target.address.orElseGet(() -> neighbour(context, target.next).at(turn)),
        target.local.orElseGet(() -> new InetSocketAddress(neighbour(context, target.next).local(), 0)));
    connected.addListener(done -> {
      if (!done.isSuccess() && target.address.isEmpty()) {
        context.link(target.next).ifPresent(link -> link.notReached(turn));
      }
    });
    return gate.isPresent() ? gate.get().passed(connected) : connected;
  }

  static Neighbour neighbour(TunnelContext context, SiteId site) {
    Neighbour neighbour = context.neighbours().get(site);
    if (neighbour == null) {
      throw new IllegalArgumentException(context.site() + " has no link to " + site + "; its neighbours are "
          + context.neighbours().keySet());
    }
    return neighbour;
  }

  /** Runs a task on the channel's loop unless the channel has been closed by then. */
  static void after(Channel channel, long millis, Runnable task) {
    OneShot timer = OneShot.after(channel.eventLoop(), millis, TimeUnit.MILLISECONDS, GUARD, task);
    channel.closeFuture().addListener(closed -> timer.cancel());
  }
}
