package dev.terra.rest.read;

import dev.terra.controller.view.AgentFigures;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.Conditions;
import dev.terra.controller.view.Conditions.LinkCondition;
import dev.terra.controller.view.Conditions.LinkState;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.LinkFigures;
import dev.terra.controller.view.MeasuredCapacity;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.controller.view.SliceFigures;
import dev.terra.controller.view.SliceLoad;
import dev.terra.controller.view.TunnelFigures;
import dev.terra.core.view.ResourceUse;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.rest.rows.AgentRow;
import dev.terra.rest.rows.LinkRow;
import dev.terra.rest.rows.MarkRow;
import dev.terra.rest.rows.SliceRow;
import dev.terra.rest.rows.TunnelRow;
import dev.terra.rest.rows.WaitRow;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes rows of links, tunnels and agents at one moment. */
final class LinkRows {
  private final ControllerView view;
  private final ViewTimes times;
  private final double planEfficiency;
  private final HandlerRows handlers;
  private final Conditions conditions;

  LinkRows(ControllerView view, ViewTimes times, double planEfficiency) {
    this.view = view;
    this.times = times;
    this.planEfficiency = planEfficiency;
    this.handlers = new HandlerRows(view, times);
    this.conditions = new Conditions(view);
  }

  LinkRow row(LinkFigures link) {
    LinkId id = link.id();
    LinkCondition condition = conditions.of(link);
    boolean silent = condition.state() == LinkState.UNKNOWN;
    Optional<MeasuredCapacity> measured = link.measured();
    double nominal = link.nominal().bytesPerSecond();
    double present = measured.map(found -> found.capacity().bytesPerSecond()).orElse(nominal);
    double allocated = link.allocated().bytesPerSecond();
    return new LinkRow(id.toString(), id.from().name(), id.to().name(), condition.state().id(),
        view.operator().drainedLinks().contains(id), condition.reason().orElse(null), silent ? times.at(heard(id)) : null, nominal,
        measured.map(found -> found.capacity().bytesPerSecond()).orElse(null),
        measured.map(found -> times.at(found.atSeconds())).orElse(null), allocated, allocated / (present * planEfficiency),
        link.carried().bytesPerSecond(), link.carried().bytesPerSecond() / present,
        link.left().bytesPerSecond());
  }

  /** Returns the last time at which both ends of a link were live; empty if an end has not joined. */
  private OptionalDouble heard(LinkId link) {
    Double from = heard(link.from());
    Double to = heard(link.to());
    return from == null || to == null ? OptionalDouble.empty() : OptionalDouble.of(Math.min(from, to));
  }

  /** Returns the last time at which the site's agent was live: infinite if it still is, null before an agent has joined. */
  private @Nullable Double heard(SiteId site) {
    AgentFigures agent = view.agents().get(site);
    if (agent == null) {
      return null;
    }
    return agent.live() ? Double.POSITIVE_INFINITY : agent.lostSeconds().orElse(agent.joinedSeconds());
  }

  AgentRow agent(SiteId site) {
    AgentFigures agent = view.agents().get(site);
    boolean drained = view.operator().drainedAgents().contains(site);
    List<String> oneByOne = view.operator().drainedOneByOne().stream().filter(one -> one.site().equals(site)).map(AgentId::name).toList();
    boolean siteDrained = view.operator().drainedSites().contains(site);
    if (agent == null) {
      return new AgentRow(site.name(), null, "expected", null, null, null, drained, oneByOne, siteDrained, 0, 0, 0, 0, 0, 0, 0, 0,
          drained, WaitRow.of(Waits.NONE), WaitRow.of(Waits.NONE), List.of());
    }
    long requested = requestedBytes(site);
    long submitted = submittedBytes(site);
    boolean idle = agent.fetches() == 0 && requested == 0;
    return new AgentRow(site.name(), agent.id().name(), agent.live() ? "live" : "lost",
        times.at(agent.lostSeconds().orElse(agent.joinedSeconds())), agent.live() ? null : times.at(agent.lostSeconds()),
        agent.live() ? null : agent.reason(), drained, oneByOne, siteDrained, agent.plannedTunnels(), agent.tunnelsUp(),
        agent.handlers().size(), handlers.stockAt(agent), agent.fetches(), shuffles(site), requested,
        submitted, drained && submitted == 0 && (!agent.live() || idle),
        WaitRow.of(agent.waits().firstByte()), WaitRow.of(agent.waits().lastByte()), slices(agent));
  }

  private List<SliceRow> slices(AgentFigures agent) {
    List<SliceLoad> loads = agent.slices().stream().flatMap(slice -> Optional.ofNullable(slice.load()).stream()).toList();
    return agent.slices().stream().map(slice -> slice(slice, loads)).toList();
  }

  private SliceRow slice(SliceFigures slice, List<SliceLoad> loads) {
    Optional<SliceLoad> load = Optional.ofNullable(slice.load());
    Optional<ResourceUse> use = Optional.ofNullable(slice.use());
    return new SliceRow(slice.slice(), slice.agent(), slice.live() ? "live" : "lost", times.at(slice.sinceSeconds()),
        slice.live() ? null : slice.reason(), slice.tunnelsUp(), slice.fetches(), slice.version(), slice.capabilities(),
        slice.address().isEmpty() ? null : slice.address(), use.map(ResourceUse::spoolBytes).orElse(null),
        use.map(ResourceUse::spoolCapacityBytes).orElse(null), use.map(ResourceUse::heapBytes).orElse(null),
        use.map(ResourceUse::heapCapacityBytes).orElse(null), load.map(SliceLoad::queueBytes).orElse(null),
        load.map(SliceLoad::bytesPerSecond).orElse(null), load.filter(own -> own.isHotAmong(loads)).isPresent());
  }

  private Stream<BundleFigures> bundles(SiteId site, ShuffleFigures shuffle) {
    return shuffle.bundles().stream().filter(bundle -> bundle.from().equals(site) || bundle.to().equals(site));
  }

  /** Returns how many shuffles have bytes left from or to a site. */
  private int shuffles(SiteId site) {
    return (int) view.running().values().stream().filter(shuffle -> bundles(site, shuffle).anyMatch(BundleFigures::isOpen)).count();
  }

  /** Returns the bytes that submitted shuffles have left from and to a site. No stock path carries them. */
  private long submittedBytes(SiteId site) {
    return view.running().values().stream().filter(ShuffleFigures::submitted).flatMap(shuffle -> bundles(site, shuffle))
        .filter(BundleFigures::isOpen).mapToLong(BundleFigures::leftBytes).sum();
  }

  /** Returns the bytes from or to a site for which readers wait. */
  private long requestedBytes(SiteId site) {
    return view.running().values().stream().flatMap(shuffle -> bundles(site, shuffle)).mapToLong(BundleFigures::requestedBytes).sum();
  }

  /** Returns rows of the tunnels that agents have reported, with the rates that the schedule gives to each. */
  List<TunnelRow> tunnels(Stream<AgentFigures> agents) {
    Map<Path, Long> allocated = new HashMap<>();
    view.running().values().forEach(shuffle -> shuffle.bundles().forEach(bundle ->
        bundle.rates().forEach((path, rate) -> allocated.merge(path, rate, Long::sum))));
    return agents.flatMap(agent -> agent.tunnels().stream().map(tunnel -> tunnel(agent, tunnel, allocated))).toList();
  }

  private static TunnelRow tunnel(AgentFigures agent, TunnelFigures tunnel, Map<Path, Long> allocated) {
    Path path = tunnel.path();
    String state = !agent.live() ? "unknown" : tunnel.up() ? "up" : "down";
    return new TunnelRow(path.toString(), ShuffleRows.sites(path), path.from().name(), path.to().name(), state,
        tunnel.rttMicros() == 0 ? null : tunnel.rttMicros(), tunnel.up() ? null : tunnel.reason(), allocated.getOrDefault(path, 0L),
        agent.live() ? tunnel.bytesPerSecond() : 0,
        tunnel.classes().marks().stream().map(mark -> new MarkRow(mark.sent(), mark.arrived())).toList(),
        tunnel.classes().queues().name().toLowerCase(Locale.ROOT));
  }
}
