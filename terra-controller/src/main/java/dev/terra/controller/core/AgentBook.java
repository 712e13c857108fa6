package dev.terra.controller.core;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The agents, one per site, and what their tunnels say about the WAN. */
final class AgentBook {
  private final Wan wan;
  private final Map<SiteId, AgentState> bySite = new TreeMap<>();
  private final Map<Long, AgentState> byStream = new HashMap<>();

  AgentBook(Wan wan) {
    this.wan = wan;
  }

  Collection<AgentState> all() {
    return bySite.values();
  }

  List<AgentState> live() {
    return bySite.values().stream().filter(AgentState::live).toList();
  }

  Optional<AgentState> at(SiteId site) {
    return Optional.ofNullable(bySite.get(site));
  }

  Optional<AgentState> on(long stream) {
    return Optional.ofNullable(byStream.get(stream));
  }

  boolean liveAt(SiteId site) {
    return at(site).map(AgentState::live).orElse(false);
  }

  /** Puts an agent in the place of its site's last one, which is given back. */
  Optional<AgentState> join(AgentState agent) {
    AgentState before = bySite.put(agent.site(), agent);
    if (before != null) {
      byStream.remove(before.stream());
    }
    byStream.put(agent.stream(), agent);
    return Optional.ofNullable(before);
  }

  /** Ends a stream; gives the agent that was lost with it, if it was the latest of its site. */
  Optional<AgentState> lose(long stream) {
    AgentState agent = byStream.remove(stream);
    if (agent == null || !agent.live()) {
      return Optional.empty();
    }
    agent.lost();
    return Optional.of(agent);
  }

  /**
   * The links that are down, always in both directions: the tunnel of that one hop is reported down from either end, and the agent
   * at the other end is there and has had time to open its tunnels.
   */
  Set<LinkId> linksDown(long nowNanos) {
    Set<LinkId> down = new TreeSet<>();
    for (Link link : wan.links()) {
      LinkId id = link.id();
      Path hop = Path.of(List.of(id.from(), id.to()));
      boolean farEndSettled = at(id.to()).map(far -> far.live() && far.settledAt(nowNanos)).orElse(false);
      if (farEndSettled && at(id.from()).map(near -> near.saysDown(hop)).orElse(false)) {
        down.add(id);
        down.add(id.reversed());
      }
    }
    return down;
  }

  /** The tunnels that may not be used now: reported down by a live agent, and not just for a moment. */
  Set<Path> tunnelsDown(long nowNanos) {
    Set<Path> down = new LinkedHashSet<>();
    live().forEach(agent -> down.addAll(agent.tunnelsDown(nowNanos)));
    return down;
  }
}
