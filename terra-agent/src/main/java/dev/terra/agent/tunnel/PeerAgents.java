package dev.terra.agent.tunnel;

import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The agent of each other site to which the lines and tunnels that begin or end here belong. A site has one agent at a time. Another agent
 * of the site is refused as long as any connection of the first is open. Otherwise each agent would make the other's tunnels look like
 * those of an agent that has forgotten everything. A new session of the same agent is the same agent. The object may be used from any
 * thread.
 */
final class PeerAgents {
  private record Site(AgentId agent, Set<Channel> connections) {}

  private final Map<SiteId, Site> bySite = new HashMap<>();

  /** Registers a connection of an agent, until the channel is closed. */
  void admit(AgentId agent, Channel channel) {
    add(agent, channel);
    channel.closeFuture().addListener(closed -> release(agent.site(), channel));
  }

  private synchronized void add(AgentId agent, Channel channel) {
    Site site = bySite.computeIfAbsent(agent.site(), key -> new Site(agent, new HashSet<>()));
    if (!site.agent.equals(agent)) {
      throw new IllegalArgumentException("the agent " + site.agent + " of site " + agent.site() + " has tunnels here, and a site may have "
          + "one agent at a time; " + agent + " is accepted when the tunnels of that agent have ended");
    }
    site.connections.add(channel);
  }

  private synchronized void release(SiteId id, Channel channel) {
    Site site = bySite.get(id);
    if (site != null && site.connections.remove(channel) && site.connections.isEmpty()) {
      bySite.remove(id);
    }
  }
}
