package dev.terra.controller.core.agent;

import com.google.common.collect.Sets;
import dev.terra.core.latency.QueueWatch;
import dev.terra.core.slice.SliceId;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkId;
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
import java.util.stream.Collectors;

/**
 * The agents, and the state of the WAN according to their tunnels. Each slice has one agent at a time. Another agent for the same slice is
 * refused until the first one is lost. Otherwise, the two would replace each other forever.
 */
public final class AgentBook implements TunnelReports {
  /** The most refused agents that are remembered because they have had an event. They try again while another agent is in their place. */
  static final int REFUSED_AGENTS = 1_000;
  private final Slices slices;
  private final Map<SliceId, AgentState> bySlice = new TreeMap<>();
  private final Map<Long, AgentState> byStream = new HashMap<>();
  /** Agents that have been refused, so that each of them has one event. */
  private final Set<AgentId> refused = new TreeSet<>();

  /** Creates a book without agents. */
  public AgentBook(Slices slices) {
    this.slices = slices;
  }

  /** The slices into which the agents of every site divide its work. */
  public Slices slices() {
    return slices;
  }

  public Collection<AgentState> all() {
    return bySlice.values();
  }

  public List<AgentState> live() {
    return bySlice.values().stream().filter(AgentState::live).toList();
  }

  Optional<AgentState> at(SliceId slice) {
    return Optional.ofNullable(bySlice.get(slice));
  }

  /** Returns the live agents of a site, in order of their slices. */
  public List<AgentState> live(SiteId site) {
    List<AgentState> live = new ArrayList<>();
    slices.numbers().forEach(slice -> at(new SliceId(site, slice)).filter(AgentState::live).ifPresent(live::add));
    return live;
  }

  /** Returns one agent of each site, that of slice 0 if it is live. It handles what concerns the site as a whole. */
  public List<AgentState> speakers() {
    return live().stream().filter(agent -> agent.slice().number() == 0).toList();
  }

  public Optional<AgentState> on(long stream) {
    return Optional.ofNullable(byStream.get(stream));
  }

  /**
   * Returns whether a link's network was found to keep latency classes. At least one agent at the start of the link must have found this,
   * and none the opposite.
   */
  public boolean keepsClasses(LinkId link) {
    Set<QueueWatch.Verdict> found = queues(link);
    return found.contains(QueueWatch.Verdict.KEPT) && !found.contains(QueueWatch.Verdict.MIXED);
  }

  /** Returns whether a link's network was found to mix latency classes, by the same rule. */
  public boolean mixesClasses(LinkId link) {
    Set<QueueWatch.Verdict> found = queues(link);
    return found.contains(QueueWatch.Verdict.MIXED) && !found.contains(QueueWatch.Verdict.KEPT);
  }

  private Set<QueueWatch.Verdict> queues(LinkId link) {
    Path path = Path.of(List.of(link.from(), link.to()));
    return live(link.from()).stream().map(agent -> agent.queues(path)).collect(Collectors.toSet());
  }

  public boolean liveAt(SiteId site) {
    return !live(site).isEmpty();
  }

  /** Returns whether a slice's agent is live and has reported everything from before its stream. */
  public boolean hasToldAll(SliceId slice) {
    return at(slice).map(agent -> agent.live() && agent.hasToldAll()).orElse(false);
  }

  /**
   * Returns why an agent may not join at present: the controller has lately received a message from another agent of its slice. It is empty
   * if the agent may join.
   */
  public Optional<String> obstacle(AgentId agent, SliceId slice) {
    return at(slice)
        .filter(there -> !there.id().equals(agent) && there.heardLately())
        .map(there -> "site " + agent.site() + " has the agent " + there.id() + ", and " + (slices.count() == 1 ? "a site" : "a slice")
            + " has one agent at a time; " + agent + " may join when that one is lost");
  }

  /** Returns why an agent may not join at present: an agent of its name runs already. It is empty if the agent may join. */
  public Optional<String> twin(AgentId agent, SliceId slice, long session) {
    return at(slice).filter(there -> there.id().equals(agent) && there.isAnotherThatLives(session))
        .map(there -> "site " + agent.site() + " has a live agent of this name, " + agent + there.place()
            + ": end one of the two, or give it another name ('agent' in its configuration); if the other has just been killed, this one "
            + "joins by itself");
  }

  /** Notes that an agent was refused. Returns true the first time, when there has to be an event. */
  public boolean noteRefused(AgentId agent) {
    return refused.size() < REFUSED_AGENTS && refused.add(agent);
  }

  /** Counts a tick for every agent. Returns the live agents that have been silent for too many ticks. */
  public List<AgentState> tick() {
    List<AgentState> silent = new ArrayList<>();
    for (AgentState agent : bySlice.values()) {
      if (agent.tick() && agent.live()) {
        silent.add(agent);
      }
    }
    return silent;
  }

  /** Makes an agent the one of its slice, and returns the agent that it replaces. */
  public Optional<AgentState> join(AgentState agent) {
    refused.removeIf(id -> id.site().equals(agent.site()));
    AgentState before = bySlice.put(agent.slice(), agent);
    if (before != null) {
      byStream.remove(before.stream());
    }
    byStream.put(agent.stream(), agent);
    return Optional.ofNullable(before);
  }

  /** Ends a stream. Returns the agent that was lost with it, if it was the latest of its slice. */
  public Optional<AgentState> lose(long stream, String why, long nowNanos) {
    AgentState agent = byStream.remove(stream);
    if (agent == null || !agent.live()) {
      return Optional.empty();
    }
    agent.lost(why, nowNanos);
    return Optional.of(agent);
  }

  /**
   * Returns why a tunnel is down. All live agents of a site have to report it down, since a single agent may have lost its peer and not its
   * link.
   */
  @Override
  public Optional<String> whyDown(Path tunnel) {
    List<Optional<String>> reasons = live(tunnel.from()).stream().map(agent -> agent.whyDown(tunnel)).toList();
    return reasons.stream().allMatch(Optional::isPresent) ? reasons.stream().flatMap(Optional::stream).findFirst() : Optional.empty();
  }

  @Override
  public boolean wasUp(Path tunnel) {
    return live(tunnel.from()).stream().anyMatch(agent -> agent.wasUp(tunnel));
  }

  @Override
  public boolean isSettled(SiteId site, long nowNanos) {
    return live(site).stream().anyMatch(agent -> agent.settledAt(nowNanos));
  }

  /** Returns the tunnels that may not be used at present. All live agents of their site report them down, and not just for a moment. */
  public Set<Path> tunnelsDown(long nowNanos) {
    Map<SiteId, Set<Path>> bySite = new TreeMap<>();
    live().forEach(agent -> bySite.merge(agent.site(), agent.tunnelsDown(nowNanos), (all, more) -> Sets.intersection(all, more).copyInto(
        new LinkedHashSet<>())));
    Set<Path> down = new LinkedHashSet<>();
    bySite.values().forEach(down::addAll);
    return down;
  }
}
