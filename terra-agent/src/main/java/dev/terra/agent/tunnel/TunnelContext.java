package dev.terra.agent.tunnel;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import dev.terra.agent.config.Neighbour;
import dev.terra.api.tls.TlsFiles;
import dev.terra.core.wan.SiteId;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.util.Optional;

/**
 * What every part of the tunnels needs.
 *
 * @param site where this agent works
 * @param agent its name
 * @param session of this agent, another one after every restart
 * @param neighbours by site
 * @param ioLoops for channels
 * @param owner the agent's own thread
 * @param events where news goes, on {@code owner}
 * @param ticker the monotonic clock
 * @param beat the tick of all channels
 * @param links by neighbour
 * @param tls of all connections; none: they are plain
 */
public record TunnelContext(
    SiteId site,
    String agent,
    long session,
    ImmutableMap<SiteId, Neighbour> neighbours,
    EventLoopGroup ioLoops,
    EventLoop owner,
    TunnelEvents events,
    Ticker ticker,
    Beat beat,
    ImmutableMap<SiteId, NeighbourLink> links,
    Optional<TlsFiles> tls) {
  /** With a beat and links of its own, and plain connections. */
  public TunnelContext(SiteId site, String agent, long session, ImmutableMap<SiteId, Neighbour> neighbours,
      EventLoopGroup ioLoops, EventLoop owner, TunnelEvents events, Ticker ticker) {
    this(site, agent, session, neighbours, ioLoops, owner, events, ticker, new Beat(),
        ImmutableMap.copyOf(Maps.asMap(neighbours.keySet(), NeighbourLink::new)), Optional.empty());
  }

  /** The same with other TLS. */
  public TunnelContext with(Optional<TlsFiles> files) {
    return new TunnelContext(site, agent, session, neighbours, ioLoops, owner, events, ticker, beat, links, files);
  }

  /** The link with a neighbour. */
  NeighbourLink link(SiteId neighbour) {
    return links.get(neighbour);
  }
}
