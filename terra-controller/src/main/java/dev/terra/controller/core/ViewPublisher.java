package dev.terra.controller.core;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.agent.WorkBook;
import dev.terra.controller.core.latency.ClassBook;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.operate.OperatorDesk;
import dev.terra.controller.core.round.RatesByShuffle;
import dev.terra.controller.core.round.RoundPlan;
import dev.terra.controller.core.round.Rounds;
import dev.terra.controller.core.shuffle.PublishedShuffle;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.view.AgentFigures;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.LinkFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Creates views of the controller's state. Parts that have not changed are reused from the previous view. */
final class ViewPublisher {
  /** An agent as it was last published, and the number of its changes at that time. */
  private record Published(AgentState agent, long changes, AgentFigures figures) {}

  private final NetworkModel network;
  private final AgentBook agents;
  private final ShuffleBook shuffles;
  private final Rounds rounds;
  private final OperatorDesk desk;
  private final ClassBook classes;
  private final WorkBook work;
  private final Map<SliceId, Published> publishedAgents = new HashMap<>();
  private final Map<ShuffleId, PublishedShuffle> publishedShuffles = new HashMap<>();
  private RatesByShuffle rates = new RatesByShuffle(RoundPlan.EMPTY);
  private ControllerView last;

  /** Further contents of views: the actions of operators, the promises of latency classes, and the work of agents. */
  record Extras(OperatorDesk desk, ClassBook classes, WorkBook work) {}

  /** Creates a publisher that has not published anything yet. */
  ViewPublisher(NetworkModel network, AgentBook agents, ShuffleBook shuffles, Rounds rounds, Extras extras) {
    this.network = network;
    this.agents = agents;
    this.shuffles = shuffles;
    this.rounds = rounds;
    this.desk = extras.desk;
    this.classes = extras.classes;
    this.work = extras.work;
    this.last = ControllerView.empty(network.nominal().name());
  }

  /**
   * Returns a view of the present state.
   *
   * @param carried what tunnels carry over each link, IP bytes/s
   */
  ControllerView view(Effects effects, Map<LinkId, Long> carried, long nowNanos) {
    String wan = network.nominal().name();
    last = new ControllerView(0, wan, nowNanos / 1e9, shuffles.totals().with(work.figures()),
        rounds.figures(effects.timer().lastRoundMillis()), links(carried), agents(), running(), shuffles.ended(), desk.figures(),
        classes.figures(), effects.events().history());
    return last;
  }

  private ImmutableMap<LinkId, LinkFigures> links(Map<LinkId, Long> carried) {
    Set<LinkId> down = network.linksDown();
    ImmutableMap.Builder<LinkId, LinkFigures> links = ImmutableMap.builder();
    network.nominal().links().forEach(link -> links.put(link.id(), link(link, down, carried.getOrDefault(link.id(), 0L))));
    return unlessEqual(last.links(), links.buildOrThrow());
  }

  private static <T> T unlessEqual(T before, T now) {
    return now.equals(before) ? before : now;
  }

  private LinkFigures link(Link link, Set<LinkId> down, long carriedBytesPerSecond) {
    LinkId id = link.id();
    return new LinkFigures(id, !down.contains(id), down.contains(id) ? network.whyDown(id) : "",
        link.capacity(), network.measuredCapacity(id), network.allocated(id), new Bandwidth((double) carriedBytesPerSecond),
        network.left(id));
  }

  private ImmutableSortedMap<SiteId, AgentFigures> agents() {
    ImmutableSortedMap.Builder<SiteId, AgentFigures> figures = ImmutableSortedMap.naturalOrder();
    Map<SiteId, List<AgentFigures>> bySite = new TreeMap<>();
    agents.all().forEach(agent -> bySite.computeIfAbsent(agent.site(), site -> new ArrayList<>()).add(agent(agent)));
    bySite.forEach((site, all) -> figures.put(site, AgentFigures.together(all)));
    return unlessEqual(last.agents(), figures.buildOrThrow());
  }

  private AgentFigures agent(AgentState agent) {
    Published before = publishedAgents.get(agent.slice());
    if (before != null && before.agent() == agent && before.changes() == agent.changes()) {
      return before.figures();
    }
    AgentFigures figures = agent.figures(network.paths().tunnelsFrom(agent.site()));
    publishedAgents.put(agent.slice(), new Published(agent, agent.changes(), figures));
    return figures;
  }

  private ImmutableSortedMap<ShuffleId, ShuffleFigures> running() {
    publishedShuffles.keySet().removeIf(id -> shuffles.find(id).isEmpty());
    if (!rates.plan().equals(rounds.plan())) {
      rates = new RatesByShuffle(rounds.plan());
    }
    ImmutableSortedMap.Builder<ShuffleId, ShuffleFigures> figures = ImmutableSortedMap.naturalOrder();
    shuffles.active().forEach(shuffle -> figures.put(shuffle.id(), published(shuffle).figures(rates.of(shuffle.id()))));
    return unlessEqual(last.running(), figures.buildOrThrow());
  }

  private PublishedShuffle published(RunningShuffle shuffle) {
    return publishedShuffles.compute(shuffle.id(),
        (id, before) -> before != null && before.isOf(shuffle) ? before : new PublishedShuffle(shuffle));
  }
}
