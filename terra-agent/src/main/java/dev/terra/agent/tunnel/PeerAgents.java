package dev.terra.agent.tunnel;

import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.Map;

/**
 * Which agent of each other site the tunnels that begin or end here belong to: one of a site at a time. Another one is refused as long as
 * any connection of the first stands, or each would make the other's tunnels look like those of an agent that has forgotten everything.
 * A new session of the same agent is the same agent. May be used from any thread.
 */
final class PeerAgents {
  private static final class Holder {
    private final AgentId agent;
    private int connections;

    Holder(AgentId agent) {
      this.agent = agent;
    }
  }

  private final Map<SiteId, Holder> bySite = new HashMap<>();

  /**
   * Counts a connection for its agent for as long as the channel stands.
   *
   * @throws IllegalArgumentException if connections of another agent of its site stand
   */
  void admit(AgentId agent, Channel channel) {
    count(agent);
    channel.closeFuture().addListener(closed -> release(agent.site()));
  }

  private synchronized void count(AgentId agent) {
    Holder holder = bySite.computeIfAbsent(agent.site(), site -> new Holder(agent));
    if (!holder.agent.equals(agent)) {
      throw new IllegalArgumentException("the agent " + holder.agent + " of site " + agent.site() + " has tunnels here, and a site has one "
          + "agent at a time; " + agent + " may have some when that one is gone");
    }
    holder.connections++;
  }

  private synchronized void release(SiteId site) {
    bySite.computeIfPresent(site, (key, holder) -> --holder.connections == 0 ? null : holder);
  }
}
