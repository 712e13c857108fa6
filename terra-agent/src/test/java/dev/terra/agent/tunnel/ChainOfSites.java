package dev.terra.agent.tunnel;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.agent.compress.AgentCompression;
import dev.terra.agent.compress.TestChunks;
import dev.terra.agent.config.Neighbour;
import dev.terra.agent.link.SocketTransport;
import dev.terra.agent.support.CompressedTunnels;
import dev.terra.agent.support.TestLink;
import dev.terra.agent.support.TestTls;
import dev.terra.agent.tls.AgentTls;
import dev.terra.agent.wire.Checksum;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The sites A, C, D and B in a row, with those parts of their agents that tunnels need. Every link is a {@link TestLink}. */
final class ChainOfSites implements AutoCloseable {
  static final Path PATH = Path.of("A", "C", "D", "B");

  private final EventLoopGroup loops;
  private final DefaultEventLoop owner = new DefaultEventLoop();
  private final Map<LinkId, TestLink> links = new HashMap<>();
  private final Map<SiteId, TunnelContext> contexts = new HashMap<>();
  private final Map<SiteId, TunnelServer> servers = new HashMap<>();
  private final Map<SiteId, TunnelRecorder> news = new HashMap<>();
  private final List<Lines> lines = new ArrayList<>();
  private final Tunnels tunnels;

  ChainOfSites(Optional<TestTls> tls) throws IOException {
    this(tls, SocketTransport.best());
  }

  ChainOfSites(Optional<TestTls> tls, SocketTransport transport) throws IOException {
    loops = transport.loops(2, new DefaultThreadFactory("chain"), DefaultSelectStrategyFactory.INSTANCE);
    List<SiteId> sites = PATH.sites();
    for (int i = 0; i + 1 < sites.size(); i++) {
      links.put(new LinkId(sites.get(i), sites.get(i + 1)), new TestLink());
      links.put(new LinkId(sites.get(i + 1), sites.get(i)), new TestLink());
    }
    for (SiteId site : sites) {
      start(site, tls.map(authority -> authority.agent(PeerIdentity.site(site.name()))));
    }
    links.forEach((link, wire) -> wire.target(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), servers.get(link.to()).port())));
    tunnels = new Tunnels(context("A"), new Random(1));
    owner.submit(() -> {
      at("A").follow(tunnels);
      lines.forEach(Lines::open);
    }).awaitUninterruptibly();
  }

  private void start(SiteId site, Optional<AgentTls> tls) throws IOException {
    ImmutableMap.Builder<SiteId, Neighbour> neighbours = ImmutableMap.builder();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    links.forEach((link, wire) -> {
      if (link.from().equals(site)) {
        neighbours.put(link.to(), new Neighbour(loopback, loopback, wire.port()));
      }
    });
    TunnelContext context = new TunnelContext(new AgentId(site, site + "-gw"), 1, neighbours.buildOrThrow(), loops, owner,
        Ticker.systemTicker()).with(tls.orElse(null))
        .with(AgentCompression.open(CompressedTunnels.config(), site.name(), owner, Ticker.systemTicker()));
    context.accepted().follow(ImmutableSet.of(PATH), 0);
    contexts.put(site, context);
    news.put(site, new TunnelRecorder());
    servers.put(site, TunnelServer.open(context, news.get(site), new KnownAddresses(), 0));
    lines.add(new Lines(context, new Random(site.name().charAt(0))));
  }

  TunnelContext context(String site) {
    return contexts.get(new SiteId(site));
  }

  /** Returns the record of what happened to tunnels at a site. */
  TunnelRecorder at(String site) {
    return news.get(new SiteId(site));
  }

  TunnelServer server(String site) {
    return servers.get(new SiteId(site));
  }

  TestLink link(String from, String to) {
    return links.get(LinkId.of(from, to));
  }

  /** Returns the two directions of opening of a link. */
  List<TestLink> both(String one, String other) {
    return List.of(link(one, other), link(other, one));
  }

  /** Returns the line that a site has opened to the next one. */
  Optional<LineEnd> line(String from, String to) {
    return context(from).link(new SiteId(to)).orElseThrow().out().line();
  }

  void plan(Path... paths) {
    owner.submit(() -> tunnels.plan(List.of(paths).stream().map(TunnelTarget::along).toList())).awaitUninterruptibly();
  }

  /** Sends bytes on a tunnel, compressed if its far end restores chunks. */
  void send(Tunnel tunnel, byte[] bytes, long offset) {
    if (tunnel.restores()) {
      tunnel.sendCompressed(1, offset, TestChunks.of(bytes));
      return;
    }
    tunnel.sendData(1, offset, Unpooled.wrappedBuffer(bytes), Checksum.of(bytes));
  }

  @Override
  public void close() throws IOException {
    owner.submit(() -> {
      tunnels.close();
      lines.forEach(Lines::close);
    }).awaitUninterruptibly();
    servers.values().forEach(TunnelServer::close);
    contexts.values().forEach(context -> context.compression().close());
    for (TestLink link : links.values()) {
      link.close();
    }
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    owner.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
