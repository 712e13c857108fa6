package dev.terra.agent.tunnel;

import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which agent of each other site the tunnels that begin or end here belong to: one of a site at a time. Another one is refused as long as
 * any connection of the first stands, or each would make the other's tunnels look like those of an agent that has forgotten everything.
 * A new session of the same agent is the same agent.
 *
 * <p>What comes by a connection that others pass on says only by their word whose it is. While a connection stands at whose other end the
 * site itself is, that one decides which agent and which sessions of it there are: others are refused, and those that came before are
 * closed. May be used from any thread.
 */
final class PeerAgents {
  /** A connection's agent, the session of it, and whether nobody is between. */
  record Admission(AgentId agent, long session, boolean direct) {}

  private static final class Site {
    private final AgentId agent;
    private final Map<Channel, Admission> connections = new HashMap<>();

    Site(AgentId agent) {
      this.agent = agent;
    }

    boolean isVouchedFor() {
      return connections.values().stream().anyMatch(Admission::direct);
    }

    boolean hasItself(long session) {
      return connections.values().stream().anyMatch(other -> other.direct && other.session == session);
    }
  }

  private final Map<SiteId, Site> bySite = new HashMap<>();

  /**
   * Takes a connection in, for as long as the channel stands.
   *
   * @throws IllegalArgumentException if another agent of its site has connections, or the site itself says otherwise
   */
  void admit(Admission wanted, Channel channel) {
    List<Channel> contradicted = add(wanted, channel);
    channel.closeFuture().addListener(closed -> release(wanted.agent.site(), channel));
    contradicted.forEach(other -> other.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
  }

  /** Gives the connections that cannot be the site's, as it says otherwise itself. */
  private synchronized List<Channel> add(Admission wanted, Channel channel) {
    SiteId id = wanted.agent.site();
    Site site = bySite.computeIfAbsent(id, key -> new Site(wanted.agent));
    List<Channel> contradicted = new ArrayList<>();
    if (!site.agent.equals(wanted.agent)) {
      if (!wanted.direct || site.isVouchedFor()) {
        throw new IllegalArgumentException("the agent " + site.agent + " of site " + id
            + " has tunnels here, and a site has one agent at a "
            + "time; " + wanted.agent + " may have some when that one is gone");
      }
      contradicted.addAll(site.connections.keySet());
      site = new Site(wanted.agent);
      bySite.put(id, site);
    } else if (!wanted.direct && site.isVouchedFor() && !site.hasItself(wanted.session)) {
      throw new IllegalArgumentException("this is said to be a session of " + wanted.agent + " that it does not have: its own connections "
          + "here are of another");
    }
    site.connections.put(channel, wanted);
    if (wanted.direct) {
      contradicted.addAll(otherSessions(site));
    }
    return contradicted;
  }

  private static List<Channel> otherSessions(Site site) {
    return site.connections.entrySet().stream()
        .filter(entry -> !entry.getValue().direct && !site.hasItself(entry.getValue().session)).map(Map.Entry::getKey).toList();
  }

  private synchronized void release(SiteId id, Channel channel) {
    Site site = bySite.get(id);
    if (site != null && site.connections.remove(channel) != null && site.connections.isEmpty()) {
      bySite.remove(id);
    }
  }
}
