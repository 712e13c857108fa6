package dev.terra.controller.core.network;

import dev.terra.api.v1.AcceptedTunnels;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.PlannedTunnel;
import dev.terra.api.v1.ProbeReport;
import dev.terra.api.v1.ProbeRequest;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.v1.SourcePorts;
import dev.terra.api.v1.TransportAddress;
import dev.terra.api.v1.TunnelPlan;
import dev.terra.api.wan.WanPaths;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.turn.AgentOutbox;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.core.turn.EventLog;
import dev.terra.controller.core.turn.RoundTimer;
import dev.terra.controller.view.EventKind;
import dev.terra.core.slice.SliceId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkChoice;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.schedule.path.PathRules;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Handles what may happen to the network while a controller runs. This class is used on the controller's thread only. */
public final class NetworkEvents {
  private final NetworkModel network;
  private final AgentBook agents;
  private final ProbeBook probes = new ProbeBook();
  private final EventLog events;
  private final RoundTimer timer;
  private final AgentOutbox outbox;
  private boolean isRestoring;

  public NetworkEvents(NetworkModel network, AgentBook agents, Effects effects) {
    this.network = network;
    this.agents = agents;
    this.events = effects.events();
    this.timer = effects.timer();
    this.outbox = effects.outbox();
  }

  /** Judges the links by their tunnels again, and returns whether a link went down or came back. */
  public boolean judgeLinks(long nowNanos) {
    Set<LinkId> before = network.linksDown();
    network.judge(agents, nowNanos);
    return noteLinks(before, "its tunnel answers again", nowNanos);
  }

  /**
   * Applies a report from a source such as a router that a link is up or down.
   *
   * @param source the name of the source; a link that it reports down stays down until the same source reports it up
   * @throws IllegalArgumentException if there is no such link
   */
  public void linkReported(LinkId link, boolean up, String source, long nowNanos) {
    Set<LinkId> before = network.linksDown();
    network.linkReported(link, up, source);
    if (noteLinks(before, source + " says so", nowNanos)) {
      timer.request(nowNanos);
    }
  }

  private boolean noteLinks(Set<LinkId> before, String whyUp, long nowNanos) {
    Set<LinkId> now = network.linksDown();
    names(now, before).forEach(name -> events.add(nowNanos, EventKind.LINK_DOWN, name.text, network.whyDown(name.link)));
    names(before, now).forEach(name -> events.add(nowNanos, EventKind.LINK_UP, name.text, whyUp));
    return !now.equals(before);
  }

  /** A link in an event. Where both directions have changed, the event names them together. */
  private record LinkName(LinkId link, String text) implements Comparable<LinkName> {
    @Override
    public int compareTo(LinkName other) {
      return text.compareTo(other.text);
    }
  }

  private static Set<LinkName> names(Set<LinkId> links, Set<LinkId> without) {
    Set<LinkId> changed = links.stream().filter(link -> !without.contains(link)).collect(Collectors.toCollection(TreeSet::new));
    return changed.stream()
        .filter(link -> !changed.contains(link.reversed()) || link.from().compareTo(link.to()) < 0)
        .map(link -> new LinkName(link, new LinkChoice(link, changed.contains(link.reversed())).toString()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Sets the capacity of a link (IP bytes/s). A round is requested if the capacity differs by a quarter of the nominal capacity or more
   * from what the last round worked with. Otherwise the next regular round applies it.
   *
   * @throws IllegalArgumentException if there is no such link, or the capacity is 0
   */
  public void capacity(LinkId link, Bandwidth capacity, long nowNanos) {
    if (network.capacity(link, capacity, nowNanos)) {
      events.add(nowNanos, EventKind.CAPACITY_CHANGED, link.toString(), "now " + capacity);
      timer.request(nowNanos);
    }
  }

  /**
   * Sets the capacity of a link as tunnels measured it at some moment (IP bytes/s). A round is requested under the same condition as for
   * {@link #capacity}.
   */
  public void measured(LinkId link, Bandwidth capacity, long atNanos, long nowNanos) {
    if (network.capacity(link, capacity, atNanos)) {
      events.add(nowNanos, EventKind.CAPACITY_CHANGED, link.toString(), "carries " + capacity + ", as tunnels measured");
      timer.request(nowNanos);
    }
  }

  /** Has a link planned with more than it was found to carry, to find out whether it carries that. Null ends the trial. */
  public void trial(LinkId link, @Nullable Bandwidth capacity, long nowNanos) {
    if (network.trial(link, capacity)) {
      timer.requestSoon(nowNanos);
    }
  }

  /**
   * Applies rules by which the operator allows links or paths again, or sets how many paths there are. Agents get the tunnels that follow
   * from the rules.
   *
   * @throws IllegalArgumentException if a forbidden link is not part of the WAN, or if the network has no room for the new paths, which
   *     take more of it than the previous ones; then nothing has changed
   */
  public void rules(PathRules rules, long nowNanos) {
    change(rules, next -> {
      if (!isRestoring) {
        noRoom(network.paths(), next).ifPresent(lack -> {
          throw new IllegalArgumentException(lack.refusal(instead(rules)));
        });
      }
    }, nowNanos);
  }

  private String instead(PathRules refused) {
    return refused.maxPaths() > network.rules().maxPaths() ? "ask for fewer than " + refused.maxPaths() + " paths per pair"
        : "set fewer paths per pair first";
  }

  /**
   * Applies rules by which the operator forbids links or paths. They take effect even if the network has no room for the paths that replace
   * the forbidden ones.
   *
   * @throws IllegalArgumentException if a forbidden link is not part of the WAN; then nothing has changed
   */
  public void forbid(PathRules rules, long nowNanos) {
    PlannedPaths before = network.paths();
    change(rules, next -> { }, nowNanos);
    noteNoRoom(before, nowNanos);
  }

  /** Repeats earlier actions of operators. All of them take effect, even if the network has no room for the resulting paths. */
  public void restore(Runnable actions, long nowNanos) {
    PlannedPaths before = network.paths();
    isRestoring = true;
    try {
      actions.run();
    } finally {
      isRestoring = false;
    }
    noteNoRoom(before, nowNanos);
  }

  private void noteNoRoom(PlannedPaths before, long nowNanos) {
    if (!isRestoring) {
      noRoom(before, network.paths()).ifPresent(lack ->
          events.add(nowNanos, EventKind.SWITCH_FULL, lack.site().name(), lack.consequence()));
    }
  }

  private Optional<NoRoom> noRoom(PlannedPaths before, PlannedPaths then) {
    return before.samePathsAs(then) ? Optional.empty() : network.driver().noRoom(before::all, then::all);
  }

  private void change(PathRules rules, Consumer<PlannedPaths> check, long nowNanos) {
    if (network.rules(rules, check)) {
      events.add(nowNanos, EventKind.PATHS_CHANGED, network.nominal().name(), rules.maxPaths() + " paths per pair, forbidden: links "
          + rules.forbiddenLinks() + ", paths " + rules.forbiddenPaths());
      agents.all().forEach(agent -> agent.keepTunnels(network.paths()::has));
      network.driver().plan(network.paths().all());
      tellRoutes();
      tunnelsMoved();
      judgeLinks(nowNanos);
    }
    timer.request(nowNanos);
  }

  /** Sends all agents their tunnels, after the set of tunnels or the addresses they connect to have changed. */
  public void tunnelsMoved() {
    agents.live().forEach(agent ->
        outbox.send(agent.stream(), ControllerMessage.newBuilder().setTunnels(planFrom(agent.slice()))));
  }

  /** Starts the network driver. */
  public void begin(NetworkHost host) {
    network.driver().begin(host);
    network.driver().plan(network.paths().all());
    tellRoutes();
  }

  private void tellRoutes() {
    agents.speakers().forEach(this::tellRoutes);
  }

  /** Handles an agent that has joined: sends it the rules for its site's router, and judges the links by its tunnels. */
  public void joined(AgentState agent, long nowNanos) {
    if (agents.speakers().contains(agent)) {
      tellRoutes(agent);
    }
    judgeLinks(nowNanos);
  }

  private void tellRoutes(AgentState agent) {
    network.driver().routes(agent.site()).ifPresent(routes ->
        outbox.send(agent.stream(), ControllerMessage.newBuilder().setRoutes(routes)));
  }

  /** Handles an agent's report on rules for its site's router, or on probes that it has counted. */
  public void reported(SiteId site, AgentReport report) {
    if (report.hasRoutes()) {
      network.driver().routesReported(site, report.getRoutes());
    } else {
      probes.answer(site, report.getProbe());
    }
  }

  /**
   * Makes all agents send probes on their tunnels.
   *
   * @param frames how many probes are sent on each tunnel
   * @param fillMillis for how long tunnels of one link are filled as well
   */
  public void probe(int frames, int fillMillis) {
    ProbeRequest.Builder request = ProbeRequest.newBuilder().setFrames(frames).setFillMillis(fillMillis);
    agents.live().forEach(agent -> outbox.send(agent.stream(), ControllerMessage.newBuilder().setProbe(request)));
  }

  /** Requests from all agents what they have counted. The callback runs when all have answered. */
  public void count(Consumer<Map<SiteId, ProbeReport>> answered) {
    Set<SiteId> sites = agents.speakers().stream().map(AgentState::site).collect(Collectors.toSet());
    ProbeRequest.Builder request = ProbeRequest.newBuilder().setNumber(probes.ask(sites, answered));
    agents.speakers().forEach(agent -> outbox.send(agent.stream(), ControllerMessage.newBuilder().setProbe(request)));
  }

  /** Adds an event that the network driver reports. */
  public void note(EventKind kind, String target, String detail, long nowNanos) {
    events.add(nowNanos, kind, target, detail);
  }

  /**
   * Returns the tunnels that the agent of a slice opens, and those that it accepts from others. The rate of the stock path is divided
   * evenly among the slices.
   */
  public SiteTunnels planFrom(SliceId slice) {
    SiteId from = slice.site();
    SiteTunnels.Builder plan = SiteTunnels.newBuilder().setAccepted(AcceptedTunnels.newBuilder()
        .addAllPaths(network.paths().reaching(from).stream().map(WanPaths::message).toList()));
    network.paths().from(from).forEach((pair, tunnels) -> {
      TunnelPlan.Builder destination = TunnelPlan.newBuilder()
          .setTo(pair.to().name())
          .setStockBytesPerSecond(network.paths().stockBytesPerSecond(pair) / agents.slices().count());
      tunnels.forEach(tunnel -> destination.addTunnels(planned(tunnel, slice.number())));
      plan.addDestinations(destination);
    });
    return plan.build();
  }

  private PlannedTunnel planned(Path tunnel, int slice) {
    PlannedTunnel.Builder planned = PlannedTunnel.newBuilder().setPath(WanPaths.message(tunnel));
    network.driver().connectTo(tunnel).map(all -> all.ofSlice(slice, agents.slices().count())).ifPresent(address -> {
      planned.setConnectTo(message(address));
      address.from().ifPresent(from -> planned.setConnectFrom(message(from)));
    });
    return planned.build();
  }

  private static SourcePorts message(TransportEndpoint.Sources from) {
    return SourcePorts.newBuilder().setIp(from.ip()).setFirst(from.first()).setStep(from.step()).setCount(from.count()).build();
  }

  private static TransportAddress message(TransportEndpoint address) {
    return TransportAddress.newBuilder().setIp(address.ip()).setPort(address.port()).build();
  }
}
