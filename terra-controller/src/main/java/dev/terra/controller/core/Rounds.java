package dev.terra.controller.core;

import dev.terra.api.v1.Epoch;
import dev.terra.controller.view.EventKind;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The schedule that stands, the links as they were last judged, and what agents were told. */
final class Rounds {
  private final RoundPlanner planner;
  private final AgentBook agents;
  private final ShuffleBook shuffles;
  private final EventLog events;
  private final EpochBook epochs = new EpochBook();
  private Plan plan = Plan.EMPTY;
  private Set<LinkId> linksDown = Set.of();
  private Set<LinkId> plannedDown = Set.of();
  private long lastRoundNanos;
  private long rounds;
  private double lastRoundMillis;

  Rounds(RoundPlanner planner, AgentBook agents, ShuffleBook shuffles, EventLog events) {
    this.planner = planner;
    this.agents = agents;
    this.shuffles = shuffles;
    this.events = events;
  }

  /** A new stream of this agent: its next epoch is a full one. */
  void joined(AgentId agent) {
    epochs.reset(agent);
  }

  /** Looks at the tunnels again; true if a link went down or came back. */
  boolean judgeLinks(long nowNanos) {
    Set<LinkId> now = agents.linksDown(nowNanos);
    if (now.equals(linksDown)) {
      return false;
    }
    onceEach(now, linksDown).forEach(link -> events.add(nowNanos, EventKind.LINK_DOWN, name(link), reason(link)));
    onceEach(linksDown, now).forEach(link -> events.add(nowNanos, EventKind.LINK_UP, name(link), "its tunnel answers again"));
    linksDown = now;
    return true;
  }

  private static Set<LinkId> onceEach(Set<LinkId> links, Set<LinkId> without) {
    return links.stream()
        .filter(link -> !without.contains(link) && link.from().compareTo(link.to()) < 0)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String name(LinkId link) {
    return link.from() + "-" + link.to();
  }

  private String reason(LinkId link) {
    return Stream.of(link, link.reversed())
        .flatMap(side -> agents.at(side.from()).stream()
            .flatMap(agent -> agent.tunnel(Path.of(side.from().name(), side.to().name())).stream())
            .filter(tunnel -> !tunnel.up())
            .map(tunnel -> "the agent of " + side.from() + " says its tunnel is down: " + tunnel.reason()))
        .collect(Collectors.joining("; "));
  }

  /** Whether rates were made so long ago that they no longer fit what is left. */
  boolean staleAt(long nowNanos) {
    return shuffles.anythingOutstanding() && nowNanos - lastRoundNanos >= ControllerLimits.REFRESH_NANOS;
  }

  /** One round; gives what to tell, by stream. */
  Map<Long, Epoch> run(long nowNanos) {
    Set<Path> tunnelsDown = agents.tunnelsDown(nowNanos);
    Plan before = plan;
    RoundPlanner.View view = new RoundPlanner.View(linksDown, tunnelsDown, agents::liveAt);
    try {
      Plan optimum = planner.plan(shuffles, view, nowNanos);
      Plan standing = before.forWhatIsLeft(shuffles.active());
      // of very many tunnels some come and go all the time, and a plan that does not need them can stand
      boolean stands = linksDown.equals(plannedDown) && !standing.uses(tunnelsDown)
          && standing.isAsGoodAs(optimum, shuffles.active(), ControllerLimits.WORTH_A_CHANGE);
      plan = stands ? standing : optimum;
      plannedDown = linksDown;
      shuffles.active().forEach(shuffle -> shuffle.newRefusal().ifPresent(problem ->
          events.add(nowNanos, EventKind.DEADLINE_REFUSED, shuffle.id().value(), problem)));
    } catch (RuntimeException | LinkageError e) {
      events.add(nowNanos, EventKind.SCHEDULE_FAILED, "round " + rounds, e + "; the last schedule stands");
    }
    rounds++;
    lastRoundNanos = nowNanos;
    noteReroute(plan.movedSince(before, linksDown, tunnelsDown), nowNanos);
    epochs.next();
    Map<Long, Epoch> news = new LinkedHashMap<>();
    for (AgentState agent : agents.live()) {
      epochs.tell(agent.id(), plan.from(agent.site())).ifPresent(epoch -> news.put(agent.stream(), epoch));
    }
    return news;
  }

  private void noteReroute(Map<BundleId, Set<Path>> moved, long nowNanos) {
    if (!moved.isEmpty()) {
      String down = onceEach(linksDown, Set.of()).stream().map(Rounds::name).collect(Collectors.joining(","));
      String detail = moved.entrySet().stream().limit(ControllerLimits.BUNDLES_IN_EVENT)
          .map(e -> e.getKey() + " onto " + e.getValue()).collect(Collectors.joining(", "));
      events.add(nowNanos, EventKind.REROUTE, down.isEmpty() ? "tunnels" : down, moved.size() + " bundles moved: " + detail);
    }
  }

  Plan plan() {
    return plan;
  }

  boolean isDown(LinkId link) {
    return linksDown.contains(link);
  }

  long epoch() {
    return epochs.number();
  }

  long count() {
    return rounds;
  }

  void noteMillis(double millis) {
    lastRoundMillis = millis;
  }

  double lastMillis() {
    return lastRoundMillis;
  }
}
