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
 * The objects that every part of the tunnels needs.
 *
 * @param self this agent
 * @param session the agent's session, which is another one after every restart
 * @param neighbours the neighbours by site
 * @param ioLoops the loops of channels
 * @param owner the agent's own thread
 * @param ticker the monotonic clock
 * @param beat the tick of all channels
 * @param links the links by neighbour
 * @param peers the agents at other ends of tunnels
 * @param tls the TLS of all connections; empty if they are plain
 * @param passedOn the bytes that were relayed here
 * @param accepted the tunnels of other sites that are accepted
 * @param pipes the pipes that neighbours may begin
 * @param marks the marks of connections, by latency class
 * @param compression the compression of chunks that are sent and received
 * @param caches whether this agent serves further readers of a segment at its site from a cache
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
  /** Creates a context with a beat and links of its own, and plain connections. */
  public TunnelContext(AgentId self, long session, ImmutableMap<SiteId, Neighbour> neighbours,
      EventLoopGroup ioLoops, EventLoop owner, Ticker ticker) {
    this(self, session, neighbours, ioLoops, owner, ticker, new Beat(),
        ImmutableMap.copyOf(Maps.asMap(neighbours.keySet(), neighbour -> new NeighbourLink(self.site(), neighbour))), new PeerAgents(),
        Optional.empty(), new PassedOn(), new AcceptedPaths(), new PipeBook(new SecureRandom()), new SocketMarks(),
        AgentCompression.off(), false);
  }

  /** Returns this context with other TLS. */
  public TunnelContext with(@Nullable AgentTls other) {
    return new TunnelContext(self, session, neighbours, ioLoops, owner, ticker, beat, links, peers, Optional.ofNullable(other), passedOn,
        accepted, pipes, marks, compression, caches);
  }

  /** Returns this context with other compression. */
  public TunnelContext with(AgentCompression other) {
    return new TunnelContext(self, session, neighbours, ioLoops, owner, ticker, beat, links, peers, tls, passedOn, accepted, pipes, marks,
        other, caches);
  }

  /** Returns this context with a cache of the agent, or without one. */
  public TunnelContext withCache(boolean has) {
    return new TunnelContext(self, session, neighbours, ioLoops, owner, ticker, beat, links, peers, tls, passedOn, accepted, pipes, marks,
        compression, has);
  }

  /** Returns the capabilities that this agent has for agents that open tunnels to it. */
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

  /** Returns the site of this agent. */
  SiteId site() {
    return self.site();
  }

  /** Returns the link with a neighbour. It is empty for a site that is not a neighbour in the configuration. */
  Optional<NeighbourLink> link(SiteId neighbour) {
    return Optional.ofNullable(links.get(neighbour));
  }
}
