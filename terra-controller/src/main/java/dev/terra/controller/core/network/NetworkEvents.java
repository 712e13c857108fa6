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

/** What may happen to the network while a controller runs, and what follows from it. On the controller's thread. */
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

  /** Looks at the tunnels again; true if a link went down or came back. */
  public boolean judgeLinks(long nowNanos) {
    Set<LinkId> before = network.linksDown();
    network.judge(agents, nowNanos);
    return noteLinks(before, "its tunnel answers again", nowNanos);
  }

  /**
   * A source such as a router says that a link is up or down.
   *
   * @param source who; what it says down stays down until it says up
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

  /** A link in an event: both directions at once where both have changed. */
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
   * A link can carry more or less than before (IP bytes/s). A round comes soon if that is a quarter of its nominal capacity or more, else
   * the next one knows of it.
   *
   * @throws IllegalArgumentException if there is no such link, or it is 0
   */
  public void capacity(LinkId link, Bandwidth capacity, long nowNanos) {
    if (network.capacity(link, capacity, nowNanos)) {
      events.add(nowNanos, EventKind.CAPACITY_CHANGED, link.toString(), "now " + capacity);
      timer.request(nowNanos);
    }
  }

  /** Tunnels have found out what a link carries (IP bytes/s), at some moment; what follows is as above. */
  public void measured(LinkId link, Bandwidth capacity, long atNanos, long nowNanos) {
    if (network.capacity(link, capacity, atNanos)) {
      events.add(nowNanos, EventKind.CAPACITY_CHANGED, link.toString(), "carries " + capacity + ", as tunnels found");
      timer.request(nowNanos);
    }
  }

  /** A link is to be planned with more than it was found to carry, to see whether it carries that; null: no longer. */
  public void trial(LinkId link, @Nullable Bandwidth capacity, long nowNanos) {
    if (network.trial(link, capacity)) {
      timer.requestSoon(nowNanos);
    }
  }

  /**
   * The operator allows links or paths again, or wants more or fewer paths. Agents get the tunnels that follow.
   *
   * @throws IllegalArgumentException if a forbidden link is not part of the WAN, or if the network has no room for the paths, which take
   *     more of it than those of before; then nothing has changed
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
   * The operator forbids links or paths. That holds even if the network has no room for the paths that take their place.
   *
   * @throws IllegalArgumentException if a forbidden link is not part of the WAN; then nothing has changed
   */
  public void forbid(PathRules rules, long nowNanos) {
    PlannedPaths before = network.paths();
    change(rules, next -> { }, nowNanos);
    noteNoRoom(before, nowNanos);
  }

  /** Does again what operators did before. All of it holds, even if the network has no room for the paths in the end. */
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

  /** Tunnels connect to other addresses than agents have, or are others. */
  public void tunnelsMoved() {
    agents.live().forEach(agent ->
        outbox.send(agent.stream(), ControllerMessage.newBuilder().setTunnels(planFrom(agent.slice()))));
  }

  /** The network driver may begin its work. */
  public void begin(NetworkHost host) {
    network.driver().begin(host);
    network.driver().plan(network.paths().all());
    tellRoutes();
  }

  private void tellRoutes() {
    agents.speakers().forEach(this::tellRoutes);
  }

  /** An agent has joined: its tunnels tell of links, and its site's router gets rules. */
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

  /** An agent has put rules in force on its site's router, or could not; or it has counted probes. */
  public void reported(SiteId site, AgentReport report) {
    if (report.hasRoutes()) {
      network.driver().routesReported(site, report.getRoutes());
    } else {
      probes.answer(site, report.getProbe());
    }
  }

  /**
   * Has all agents send probes on their tunnels.
   *
   * @param frames on each
   * @param fillMillis for how long tunnels of one link are filled, too
   */
  public void probe(int frames, int fillMillis) {
    ProbeRequest.Builder request = ProbeRequest.newBuilder().setFrames(frames).setFillMillis(fillMillis);
    agents.live().forEach(agent -> outbox.send(agent.stream(), ControllerMessage.newBuilder().setProbe(request)));
  }

  /** Asks all agents what they have counted; says so when all have answered. */
  public void count(Consumer<Map<SiteId, ProbeReport>> answered) {
    Set<SiteId> sites = agents.speakers().stream().map(AgentState::site).collect(Collectors.toSet());
    ProbeRequest.Builder request = ProbeRequest.newBuilder().setNumber(probes.ask(sites, answered));
    agents.speakers().forEach(agent -> outbox.send(agent.stream(), ControllerMessage.newBuilder().setProbe(request)));
  }

  /** The network driver has something to say to people. */
  public void note(EventKind kind, String target, String detail, long nowNanos) {
    events.add(nowNanos, kind, target, detail);
  }

  /** What the agent of a slice has to know about its tunnels, and about those of others; of the stock path's rate it has its part. */
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
