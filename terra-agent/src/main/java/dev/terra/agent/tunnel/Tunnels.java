package dev.terra.agent.tunnel;

import com.google.common.collect.ImmutableList;
import com.google.protobuf.MessageLite;
import dev.terra.agent.link.KernelLimits;
import dev.terra.agent.link.SocketPlan;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.LinkReport;
import dev.terra.api.version.Capability;
import dev.terra.core.latency.ArrivedMark;
import dev.terra.core.latency.PathClasses;
import dev.terra.core.latency.QueueWatch;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All tunnels that begin or end here. It keeps the planned tunnels open, and holds the live tunnels by which each site can be reached, in
 * either direction. It is used on the agent's thread only.
 */
public final class Tunnels implements Replies, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Tunnels.class);

  /** The order in which a site's tunnels are preferred for control frames. */
  private static final Comparator<Tunnel> BEST_FIRST = Comparator
      .comparing((Tunnel tunnel) -> tunnel.isSuspect() || tunnel.isRetired())
      .thenComparingLong(tunnel -> tunnel.rttNanos() == 0 ? Long.MAX_VALUE : tunnel.rttNanos());
  private static final Guard GUARD = new Guard("the end of tunnels that are no longer planned", log::warn);
  /**
   * The time until tunnels of other sites that have ceased to be planned are closed here. It is a little more than their openers take to
   * close them.
   */
  private static final long LEAVING_MILLIS = ProtocolTiming.TUNNEL_RETIRED.millis() * 3 / 2;

  private final TunnelContext context;
  private final Random random;
  private final Wan wan;
  private final Map<Path, Kept> openers = new LinkedHashMap<>();
  private final Map<SiteId, Set<Tunnel>> live = new HashMap<>();
  private int nextLabel = 1;
  private @Nullable TunnelEvents events;

  /** A planned tunnel and its connections. */
  private record Kept(TunnelTarget target, List<TunnelOpener> connections) {}

  /** Creates a set without planned or open tunnels. Each tunnel will have one connection. */
  public Tunnels(TunnelContext context, Random random) {
    this(context, random, new Wan("without links", List.of(), List.of()));
  }

  /**
   * Creates a set without planned or open tunnels. Numbers of connections and sizes of buffers will follow from the capacities and
   * latencies of a WAN.
   */
  public Tunnels(TunnelContext context, Random random, Wan wan) {
    this.context = context;
    this.random = random;
    this.wan = wan;
  }

  /** Allows tunnels to be planned. Events of tunnels go to {@code listener}. */
  public void start(TunnelEvents listener) {
    events = listener;
  }

  /**
   * The state of a planned tunnel.
   *
   * @param connections the connections that can be used
   * @param reason why no connection can be used
   * @param classes how the path treats latency classes
   */
  public record Status(Path path, List<Tunnel> connections, String reason, PathClasses classes) {
    /** Returns the first of the connections that can be used. */
    public Optional<Tunnel> tunnel() {
      return connections.stream().findFirst();
    }
  }

  /**
   * Opens planned tunnels that are not open. Open tunnels that are not planned, or not to the same address, are closed once nothing is
   * under way on them. Paths that do not begin here are ignored.
   */
  public void plan(Collection<TunnelTarget> targets) {
    Set<TunnelTarget> wanted = new LinkedHashSet<>(targets);
    wanted.removeIf(this::impossible);
    for (Kept kept : List.copyOf(openers.values())) {
      if (!wanted.contains(kept.target)) {
        openers.remove(kept.target.path());
        kept.connections.forEach(TunnelOpener::retire);
      }
    }
    for (TunnelTarget target : wanted) {
      openers.computeIfAbsent(target.path(), path -> new Kept(target, open(target)));
    }
  }

  private List<TunnelOpener> open(TunnelTarget target) {
    TunnelEvents listener = Objects.requireNonNull(events, "tunnels are planned from the start on");
    SocketPlan plan = SocketPlan.of(wan, target.path(), target.isEndToEnd(), KernelLimits.read());
    List<TunnelOpener> connections = new ArrayList<>();
    for (int connection = 0; connection < plan.connections(); connection++) {
      TunnelLine line = new TunnelLine(target, nextLabel++, plan.bufferBytes());
      TunnelOpener opener = new TunnelOpener(context, listener, line, new Random(random.nextLong()));
      connections.add(opener);
      opener.open();
    }
    return connections;
  }

  private Optional<TunnelOpener> openerOf(Tunnel tunnel) {
    return Optional.ofNullable(openers.get(tunnel.path())).stream().flatMap(kept -> kept.connections.stream())
        .filter(opener -> tunnel.isOpener() && opener.label() == tunnel.label()).findFirst();
  }

  private boolean impossible(TunnelTarget target) {
    Path path = target.path();
    boolean reachable = target.isEndToEnd() || context.neighbours().containsKey(path.sites().get(1));
    boolean impossible = !path.from().equals(context.site()) || !reachable;
    if (impossible) {
      log.warn("planned tunnel {} can't begin at {}, whose neighbours are {}; it is left out", path, context.site(),
          context.neighbours().keySet());
    }
    return impossible;
  }

  /** Records that a tunnel is up. A tunnel that has meanwhile ceased to be planned is closed. */
  public void up(Tunnel tunnel) {
    live.computeIfAbsent(tunnel.peerSite(), site -> new HashSet<>()).add(tunnel);
    if (tunnel.isOpener()) {
      openerOf(tunnel).ifPresentOrElse(opener -> opener.up(tunnel), () -> tunnel.close("no longer planned"));
    }
  }

  /** Records that a tunnel is down. */
  public void down(Tunnel tunnel, String reason) {
    Set<Tunnel> ofSite = live.getOrDefault(tunnel.peerSite(), new HashSet<>());
    ofSite.remove(tunnel);
    openerOf(tunnel).ifPresent(opener -> opener.down(tunnel, reason));
  }

  /** Returns the state of each planned tunnel. */
  public List<Status> planned() {
    List<Status> all = new ArrayList<>();
    openers.forEach((path, kept) -> {
      List<Tunnel> open = kept.connections.stream().flatMap(opener -> opener.tunnel().stream()).toList();
      all.add(new Status(path, open.stream().filter(tunnel -> !tunnel.isSuspect()).toList(),
          open.isEmpty() ? kept.connections.get(0).reason() : "silent", classes(path, open)));
    });
    return all;
  }

  /**
   * Returns how a path treats latency classes. Where other sites relay a tunnel, the links' own tunnels show how these links treat classes.
   */
  private PathClasses classes(Path path, List<Tunnel> open) {
    ImmutableList.Builder<ArrivedMark> marks = ImmutableList.builder();
    open.stream().flatMap(tunnel -> tunnel.mark().stream()).findFirst().ifPresent(marks::add);
    Optional<NeighbourLink> link = path.sites().size() == 2 ? context.link(path.to()) : Optional.empty();
    link.flatMap(each -> each.out().line()).flatMap(LineEnd::mark).ifPresent(marks::add);
    long now = context.ticker().read();
    return new PathClasses(marks.build(), link.map(each -> each.queues(now)).orElse(QueueWatch.Verdict.UNKNOWN));
  }

  /** Returns the live tunnels on which data can be sent to a site. */
  public List<Tunnel> sendingTo(SiteId site) {
    return live.getOrDefault(site, Set.of()).stream().filter(tunnel -> tunnel.isOpener() && !tunnel.isSuspect() && !tunnel.isRetired())
        .toList();
  }

  /** Returns reports of what was measured on this site's links and tunnels since the last call, where that is enough for a report. */
  public List<LinkReport> takeLinkReports() {
    List<LinkReport> reports = new ArrayList<>();
    context.links().values().forEach(link -> LinkReporting.take(link.measurement(), ownTunnel(link).orElse(null))
        .ifPresent(report -> reports.add(report.setPath(LinkReporting.path(context.site(), link.neighbour())).build())));
    openers.values().forEach(kept -> kept.connections.forEach(opener -> opener.tunnel().ifPresent(tunnel -> tunnel.measurement()
        .flatMap(measured -> LinkReporting.take(measured, tunnel)).ifPresent(report ->
            reports.add(LinkReporting.endToEnd(report, tunnel.path(), opener.label(), kept.connections.size()))))));
    return reports;
  }

  private Optional<Tunnel> ownTunnel(NeighbourLink link) {
    return sendingTo(link.neighbour()).stream()
        .filter(tunnel -> tunnel.path().sites().size() == 2 && tunnel.measurement().isEmpty()).findFirst();
  }

  /** Returns whether a site's agent has reported a capability, on a tunnel that was opened here. */
  public boolean can(SiteId site, Capability capability) {
    return live.getOrDefault(site, Set.of()).stream().anyMatch(tunnel -> tunnel.able(capability));
  }

  @Override
  public boolean reaches(SiteId site) {
    return !live.getOrDefault(site, Set.of()).isEmpty();
  }

  /** Probes all tunnels that begin here. */
  public void probe() {
    planned().forEach(status -> status.connections().forEach(tunnel -> tunnel.probe(context.ticker().read())));
  }

  /** Discards what was measured of the links' queues. */
  public void forgetQueues() {
    context.links().values().forEach(NeighbourLink::forgetQueues);
  }

  /** Fills the links of tunnels of one hop that begin here with bytes that the far end discards, or stops doing so. */
  public void fill(boolean goOn) {
    planned().forEach(status -> status.connections().stream().filter(Tunnel::isFillable).forEach(tunnel -> tunnel.fill(goOn)));
  }

  /** Sends a control frame to every site with a live tunnel in either direction. */
  public void broadcast(FrameType type, MessageLite message) {
    live.keySet().stream().filter(this::reaches).forEach(site -> send(site, type, message));
  }

  /** Sends a control frame to a site, on the tunnel with the shortest round trip. Returns whether there was a live tunnel. */
  @Override
  public boolean send(SiteId site, FrameType type, MessageLite message) {
    Optional<Tunnel> best = live.getOrDefault(site, Set.of()).stream().filter(Tunnel::isOpen).min(BEST_FIRST);
    best.ifPresent(tunnel -> tunnel.send(type, message));
    return best.isPresent();
  }

  /**
   * Reacts to a change of the tunnels that other sites may open. Tunnels that other sites may not have any more are closed after a delay in
   * which their openers can close them.
   */
  public void acceptedChanged() {
    if (OneShot.after(context.owner(), LEAVING_MILLIS, TimeUnit.MILLISECONDS, GUARD, this::closeUnplanned).isRefused()) {
      log.debug("the agent ends, and its tunnels with it");
    }
  }

  private void closeUnplanned() {
    List<Tunnel> all = new ArrayList<>();
    live.values().forEach(all::addAll);
    all.stream().filter(tunnel -> !tunnel.isOpener() && tunnel.isPiped())
        .filter(tunnel -> !context.accepted().mayStay(tunnel.path(), context.ticker().read()))
        .forEach(tunnel -> tunnel.close("no longer planned"));
  }

  /** Closes all tunnels. No tunnel is opened afterwards. */
  @Override
  public void close() {
    openers.values().forEach(kept -> kept.connections.forEach(TunnelOpener::close));
    openers.clear();
    List<Tunnel> all = new ArrayList<>();
    live.values().forEach(all::addAll);
    all.forEach(tunnel -> tunnel.close("the agent stops"));
  }
}
