package dev.terra.shuffle.segment;

import dev.terra.shuffle.site.AgentLinks;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** Who may ask for what, by address. */
final class SegmentAccess {
  private final AgentLinks agents;

  SegmentAccess(AgentLinks agents) {
    this.agents = agents;
  }

  /** Map outputs: the configured agents only. */
  boolean maySeeSegments(InetAddress client) {
    return agents.isAgent(client);
  }

  /** Counters hold no secrets: agents, this host, and the site. */
  boolean maySeeCounters(InetAddress client) {
    return agents.isAgent(client) || client.isLoopbackAddress() || isOwn(client)
        || agents.sites().flatMap(sites -> sites.siteOf(client).filter(sites.ownSite()::equals)).isPresent();
  }

  private static boolean isOwn(InetAddress client) {
    try {
      return NetworkInterface.getByInetAddress(client) != null;
    } catch (SocketException e) {
      return false;
    }
  }
}
