package dev.terra.controller.core;

import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The agents and what their tunnels say about the WAN. One of a site at a time: another one is refused until the first is lost, since
 * they would otherwise take each other's place for ever.
 */
final class AgentBook implements TunnelReports {
  private final Map<SiteId, AgentState> bySite = new TreeMap<>();
  private final Map<Long, AgentState> byStream = new HashMap<>();
  /** Those that keep asking, so that each is spoken of once. */
  private final Set<AgentId> refused = new TreeSet<>();

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

  /** Whether a site's agent is there and has told everything of before. */
  boolean hasToldAll(SiteId site) {
    return at(site).map(agent -> agent.live() && agent.hasToldAll()).orElse(false);
  }

  /** Why an agent may not join now, if so: another one of its site was heard lately. */
  Optional<String> obstacle(AgentId agent) {
    return at(agent.site())
        .filter(there -> !there.id().equals(agent) && there.heardLately())
        .map(there -> "site " + agent.site() + " has the agent " + there.id() + ", and a site has one agent at a time; " + agent
            + " may join when that one is lost");
  }

  /** Notes that an agent was refused; true if it has to be said, since it is the first time. */
  boolean noteRefused(AgentId agent) {
    return refused.size() < ControllerLimits.REFUSED_AGENTS && refused.add(agent);
  }

  /** Counts a tick for every agent; gives the live ones that have been silent for too many. */
  List<AgentState> tick() {
    List<AgentState> silent = new ArrayList<>();
    for (AgentState agent : bySite.values()) {
      if (agent.tick() && agent.live()) {
        silent.add(agent);
      }
    }
    return silent;
  }

  /** Puts an agent in the place of its site's last one, which is given back. */
  Optional<AgentState> join(AgentState agent) {
    refused.removeIf(id -> id.site().equals(agent.site()));
    AgentState before = bySite.put(agent.site(), agent);
    if (before != null) {
      byStream.remove(before.stream());
    }
    byStream.put(agent.stream(), agent);
    return Optional.ofNullable(before);
  }

  /** Ends a stream; gives the agent that was lost with it, if it was the latest of its site. */
  Optional<AgentState> lose(long stream, String why, long nowNanos) {
    AgentState agent = byStream.remove(stream);
    if (agent == null || !agent.live()) {
      return Optional.empty();
    }
    agent.lost(why, nowNanos);
    return Optional.of(agent);
  }

  @Override
  public Optional<String> whyDown(Path tunnel) {
    return at(tunnel.from()).flatMap(agent -> agent.whyDown(tunnel));
  }

  @Override
  public boolean isSettled(SiteId site, long nowNanos) {
    return at(site).map(agent -> agent.live() && agent.settledAt(nowNanos)).orElse(false);
  }

  /** The tunnels that may not be used now: reported down by a live agent, and not just for a moment. */
  Set<Path> tunnelsDown(long nowNanos) {
    Set<Path> down = new LinkedHashSet<>();
    live().forEach(agent -> down.addAll(agent.tunnelsDown(nowNanos)));
    return down;
  }
}
