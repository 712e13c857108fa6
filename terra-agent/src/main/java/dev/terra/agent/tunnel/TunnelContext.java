package dev.terra.agent.tunnel;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import dev.terra.agent.compress.AgentCompression;
import dev.terra.agent.config.Neighbour;
import dev.terra.agent.pipe.PipeBook;
import dev.terra.agent.tls.AgentTls;
import dev.terra.api.version.Capability;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What every part of the tunnels needs.
 *
 * @param self this agent
 * @param session of it, another one after every restart
 * @param neighbours by site
 * @param ioLoops for channels
 * @param owner the agent's own thread
 * @param ticker the monotonic clock
 * @param beat the tick of all channels
 * @param links by neighbour
 * @param peers the agents at other ends of tunnels
 * @param tls of all connections; none: they are plain
 * @param passedOn what went through here
 * @param accepted which tunnels of other sites are accepted
 * @param pipes what neighbours may begin
 * @param marks of connections, by latency class
 * @param compression of chunks that go and come
 * @param caches whether its site's further readers of a segment are served here
 */
public record TunnelContext(
    AgentId self,
    long session,
    ImmutableMap<SiteId, Neighbour> neighbours,
    EventLoopGroup ioLoops,
    EventLoop owner,
    Ticker ticker,
    Beat beat,
    ImmutableMap<SiteId, NeighbourLink> links,
    PeerAgents peers,
    Optional<AgentTls> tls,
    PassedOn passedOn,
    AcceptedPaths accepted,
    PipeBook pipes,
    SocketMarks marks,
    AgentCompression compression,
    boolean caches) {
  /** With a beat and links of its own, and plain connections. */
  public TunnelContext(AgentId self, long session, ImmutableMap<SiteId, Neighbour> neighbours,
      EventLoopGroup ioLoops, EventLoop owner, Ticker ticker) {
    this(self, session, neighbours, ioLoops, owner, ticker, new Beat(),
        ImmutableMap.copyOf(Maps.asMap(neighbours.keySet(), neighbour -> new NeighbourLink(self.site(), neighbour))), new PeerAgents(),
        Optional.empty(), new PassedOn(), new AcceptedPaths(), new PipeBook(new SecureRandom()), new SocketMarks(),
        AgentCompression.off(), false);
  }

  /** This context with other TLS. */
  public TunnelContext with(@Nullable AgentTls other) {
    return new TunnelContext(self, session, neighbours, ioLoops, owner, ticker, beat, links, peers, Optional.ofNullable(other), passedOn,
        accepted, pipes, marks, compression, caches);
  }

  /** This context with other compression. */
  public TunnelContext with(AgentCompression other) {
    return new TunnelContext(self, session, neighbours, ioLoops, owner, ticker, beat, links, peers, tls, passedOn, accepted, pipes, marks,
        other, caches);
  }

  /** This context where the agent has a cache, or has none. */
  public TunnelContext withCache(boolean has) {
    return new TunnelContext(self, session, neighbours, ioLoops, owner, ticker, beat, links, peers, tls, passedOn, accepted, pipes, marks,
        compression, has);
  }

  /** What it can do for the agents that open tunnels to it. */
  Set<Capability> capabilities() {
    Set<Capability> able = EnumSet.of(Capability.CACHED_READERS, Capability.LINK_FILLER);
    if (compression.restorer().isOn()) {
      able.add(Capability.COMPRESSED_CHUNKS);
    }
    if (caches) {
      able.add(Capability.SITE_CACHE);
    }
    return able;
  }

  /** Where this agent works. */
  SiteId site() {
    return self.site();
  }

  /** The link with a neighbour; none with a site that the configuration does not call one. */
  Optional<NeighbourLink> link(SiteId neighbour) {
    return Optional.ofNullable(links.get(neighbour));
  }
}
