package dev.terra.agent.tunnel;

import com.google.common.collect.ImmutableSet;
import dev.terra.agent.config.EndToEnd;
import dev.terra.agent.config.Neighbour;
import dev.terra.agent.door.PortDoor;
import dev.terra.agent.link.ConnectionBytes;
import dev.terra.agent.link.KernelTcp;
import dev.terra.agent.link.SocketReads;
import dev.terra.agent.link.SocketTransport;
import dev.terra.api.door.DoorBounds;
import dev.terra.api.door.Entrance;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.door.PortName;
import dev.terra.core.failure.Failures;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts lines, tunnels and pipes at this site's end of every link. At the address for tunnels that the network routes, it accepts only
 * such tunnels.
 */
public final class TunnelServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(TunnelServer.class);
  /** The bounds on accepted connections. A site may be on many paths of many pairs of sites, with several connections each. */
  private static final DoorBounds BOUNDS = new DoorBounds(4_096, 16_384);

  private final PortDoor portDoor;
  private final TunnelContext context;
  private final TunnelEvents events;
  private final List<Channel> channels = new ArrayList<>();
  private int port;

  private TunnelServer(TunnelContext context, TunnelEvents events, KnownAddresses known, int port) {
    this.portDoor = new PortDoor(
        new Entrance(new PortName("tunnel port", log::warn), BOUNDS, known, null, context.ticker()));
    this.context = context;
    this.events = events;
    this.port = port;
  }

  /**
   * Listens on a port at every link's local address. Port 0 selects a free port, which is the same for all addresses.
   *
   * @throws IOException with the address and port that could not be bound
   */
  public static TunnelServer open(TunnelContext context, TunnelEvents events, KnownAddresses known, int port) throws IOException {
    TunnelServer server = new TunnelServer(context, events, known, port);
    Set<InetAddress> addresses = new LinkedHashSet<>();
    context.neighbours().values().stream().map(Neighbour::local).forEach(addresses::add);
    for (InetAddress address : addresses) {
      server.port = server.bind(new InetSocketAddress(address, server.port), new Door.OfLinks(context));
    }
    return server;
  }

  /**
   * Accepts tunnels that the network routes, too.
   *
   * @throws IOException with the address and port that could not be bound
   */
  public void openEndToEnd(EndToEnd ends, Wan wan) throws IOException {
    Door door = new Door.OfNetwork(context.site(), wan.sites().stream().map(Site::id).collect(ImmutableSet.toImmutableSet()));
    for (int label = 0; label < EndToEnd.PORTS; label++) {
      bind(new InetSocketAddress(ends.address(), ends.firstPort() + label), door);
    }
  }

  private int bind(InetSocketAddress address, Door door) throws IOException {
    SocketTransport transport = SocketTransport.of(context.ioLoops());
    ChannelFuture bound = KernelTcp.keepFirstPackets(transport.spliceable(new ServerBootstrap()), transport)
        .group(context.ioLoops())
        .channel(transport.server())
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WaterMarks.LARGEST)
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            if (portDoor.admit(channel)) {
              SocketReads.govern(channel);
              // planned bytes arrive by this connection, and only their acknowledgements are sent on it
              context.marks().mark(channel, LatencyClass.INTERACTIVE);
              channel.pipeline().addLast(new ConnectionBytes(), new FirstBytes(context, events, door));
            }
          }
        })
        .bind(address)
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close();
      throw new IOException(
          "tunnel port " + address.getAddress().getHostAddress() + ":" + address.getPort() + ": " + Failures.inWords(bound.cause()),
          bound.cause());
    }
    channels.add(bound.channel());
    return ((InetSocketAddress) bound.channel().localAddress()).getPort();
  }

  /** Returns the port on which it listens. */
  public int port() {
    return port;
  }

  /** Stops accepting connections. */
  @Override
  public void close() {
    channels.forEach(channel -> channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
  }
}
