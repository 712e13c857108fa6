package dev.terra.rest.read;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import dev.terra.controller.view.AgentFigures;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ClassFigures;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.LinkFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.rest.api.Listing;
import dev.terra.rest.rows.AgentRow;
import dev.terra.rest.rows.BundleRow;
import dev.terra.rest.rows.CacheRow;
import dev.terra.rest.rows.ClassRow;
import dev.terra.rest.rows.EventRow;
import dev.terra.rest.rows.HandlerRow;
import dev.terra.rest.rows.JobRow;
import dev.terra.rest.rows.LinkDetailRow;
import dev.terra.rest.rows.LinkRow;
import dev.terra.rest.rows.ShuffleDetailRow;
import dev.terra.rest.rows.ShuffleRow;
import dev.terra.rest.rows.StatusRow;
import dev.terra.rest.rows.TunnelRow;
import dev.terra.rest.rows.WaitRow;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One view as rows. Rows that several readers request are made once. It can be used by any thread. */
public final class ViewRows {
  /** The most tunnels, and the most bundles, of a link in an answer. */
  private static final int MOST_IN_DETAIL = 200;

  private final ControllerView view;
  private final ControllerAccess controller;
  private final ViewTimes times;
  private final LinkRows linkRows;
  private final ShuffleRows shuffleRows;
  private final Supplier<List<LinkRow>> links;
  private final Supplier<List<AgentRow>> agents;
  private final Supplier<List<ShuffleRow>> running;
  private final Supplier<List<ShuffleRow>> ended;

  ViewRows(ControllerView view, ControllerAccess controller) {
    this.view = view;
    this.controller = controller;
    this.times = new ViewTimes(controller.startedAt());
    this.linkRows = new LinkRows(view, times, controller.settings().network().use().planEfficiency());
    this.shuffleRows = new ShuffleRows(times, view.atSeconds());
    this.links = Suppliers.memoize(() -> view.links().values().stream().map(linkRows::row).toList());
    this.agents = Suppliers.memoize(() -> controller.settings().wan().sites().stream().map(Site::id).map(linkRows::agent).toList());
    this.running = Suppliers.memoize(() -> view.running().values().stream().map(shuffleRows::row).toList());
    this.ended = Suppliers.memoize(() -> view.ended().values().stream().map(shuffleRows::row).toList());
  }

  /** Returns the view. */
  public ControllerView view() {
    return view;
  }

  /** Returns the time of the view. */
  public Instant at() {
    return times.at(view.atSeconds());
  }

  /** Returns a time in the controller's seconds as an instant. */
  public Instant at(double seconds) {
    return times.at(seconds);
  }

  /** Returns all links. */
  public List<LinkRow> links() {
    return links.get();
  }

  /** Returns the agents, one for each site. */
  public List<AgentRow> agents() {
    return agents.get();
  }

  /** Returns the shuffles that are not over. */
  public List<ShuffleRow> running() {
    return running.get();
  }

  /** Returns the shuffles that are over, oldest first. */
  public List<ShuffleRow> ended() {
    return ended.get();
  }

  /** Returns the handlers that agents have reported. */
  List<HandlerRow> handlers() {
    return new HandlerRows(view, times).all();
  }

  /** Returns the caches that agents have reported. */
  List<CacheRow> caches() {
    return new CacheRows(view).all();
  }

  /** Returns the latency classes with a promise. */
  List<ClassRow> classes() {
    return view.classes().stream().map(this::row).toList();
  }

  private ClassRow row(ClassFigures figures) {
    LatencyTarget target = figures.target();
    ClassFigures.Counts counts = figures.counts();
    OptionalDouble measured = figures.latencies().quantileSeconds(target.percentile() / 100);
    return new ClassRow(figures.pair() + " " + target.latencyClass().word(), figures.pair().from().name(), figures.pair().to().name(),
        target.latencyClass().word(), figures.verdict().name().toLowerCase(Locale.ROOT), times.at(figures.sinceSeconds()),
        target.percentile(), target.unitBytes(), target.limit().toNanos() / 1e6, measured.isPresent() ? measured.getAsDouble() * 1e3 : null,
        figures.share(), counts.admitted(), counts.downgraded(), counts.byTunnels(), figures.latencies().count(), counts.kept());
  }

  public <T> Listing<T> listing(List<T> rows) {
    return new Listing<>(rows, view.version(), at());
  }

  Optional<LinkDetailRow> link(LinkId id) {
    return Optional.ofNullable(view.links().get(id)).map(this::detail);
  }

  private LinkDetailRow detail(LinkFigures link) {
    List<TunnelRow> tunnels = tunnels(null, List.of(link.id()));
    List<BundleRow> bundles = bundles(null, bundle -> uses(bundle, List.of(link.id())));
    return new LinkDetailRow(linkRows.row(link), some(tunnels), tunnels.size(), some(bundles), bundles.size());
  }

  private static <T> List<T> some(List<T> all) {
    return all.subList(0, Math.min(MOST_IN_DETAIL, all.size()));
  }

  /** Returns whether a bundle has a rate over any of the given links. */
  static boolean uses(BundleFigures bundle, List<LinkId> links) {
    return bundle.rates().keySet().stream().anyMatch(path -> links.stream().anyMatch(path.links()::contains));
  }

  /** Returns the tunnels that agents have reported, from one site and over given links if these are not null. */
  List<TunnelRow> tunnels(@Nullable SiteId from, @Nullable List<LinkId> over) {
    Stream<AgentFigures> some = view.agents().values().stream()
        .filter(agent -> from == null || agent.id().site().equals(from))
        .map(agent -> over == null ? agent : only(agent, over));
    return linkRows.tunnels(some);
  }

  private static AgentFigures only(AgentFigures agent, List<LinkId> links) {
    return new AgentFigures(agent.id(), agent.live(), agent.joinedSeconds(), agent.lostSeconds(), agent.reason(), agent.plannedTunnels(),
        agent.tunnels().stream().filter(tunnel -> links.stream().anyMatch(tunnel.path().links()::contains))
            .collect(ImmutableList.toImmutableList()), agent.handlers(), agent.fetches(),
        agent.slices(), agent.waits());
  }

  /** Returns the wanted bundles of one shuffle, or of all running shuffles if {@code of} is null. */
  List<BundleRow> bundles(@Nullable ShuffleId of, Predicate<BundleFigures> wanted) {
    Stream<ShuffleFigures> shuffles = of != null ? find(of).stream() : view.running().values().stream();
    return shuffles.flatMap(shuffle -> shuffle.bundles().stream().filter(wanted).map(bundle -> shuffleRows.bundle(shuffle, bundle)))
        .toList();
  }

  Optional<ShuffleFigures> find(ShuffleId id) {
    return Optional.ofNullable(view.running().get(id)).or(() -> Optional.ofNullable(view.ended().get(id)));
  }

  Optional<ShuffleDetailRow> shuffle(ShuffleId id) {
    return find(id).map(shuffleRows::detail);
  }

  /** Returns the jobs in the order of their ids. */
  List<JobRow> jobs(boolean withEnded) {
    Map<String, List<ShuffleRow>> byJob = Stream.concat(withEnded ? ended().stream() : Stream.of(), running().stream())
        .collect(Collectors.groupingBy(ShuffleRow::job, TreeMap::new, Collectors.toList()));
    return byJob.entrySet().stream().map(job -> JobRows.row(job.getKey(), job.getValue())).toList();
  }

  EventRow event(ControllerEvent event) {
    return new EventRow(event.number(), times.at(event.atSeconds()), event.kind().id(),
        event.kind().severity().name().toLowerCase(Locale.ROOT), event.target(), event.detail());
  }

  /** Returns the controller's state in a few numbers. */
  StatusRow status(int viewers) {
    List<LinkRow> rows = links();
    List<ShuffleRow> shuffles = running();
    FetchWaits waits = view.agents().values().stream().map(AgentFigures::waits).reduce(FetchWaits.NONE, FetchWaits::plus);
    return new StatusRow(session(), view.version(), at(), times.at(0), view.wan(), controller.policy(), driver(),
        controller.insecure(), view.atSeconds(), view.outstandingSeconds(),
        view.rounds().epoch(), view.rounds().count(), view.rounds().lastMillis(),
        view.rounds().failed() ? "failed" : "ok", count(agents(), agent -> agent.state().equals("live")), agents().size(),
        agents().stream().mapToInt(AgentRow::handlers).sum(), agents().stream().mapToInt(AgentRow::stockHandlers).sum(),
        count(rows, link -> link.state().equals("up")), count(rows, link -> link.state().equals("degraded")),
        count(rows, link -> link.state().equals("down")), count(rows, link -> link.state().equals("unknown")),
        count(rows, LinkRow::drained), shuffles.size(), count(shuffles, shuffle -> shuffle.state().equals("waiting")), openBundles(),
        shuffles.stream().mapToLong(ShuffleRow::leftBytes).sum(), shuffles.stream().mapToDouble(ShuffleRow::bytesPerSecond).sum(),
        view.links().values().stream().mapToDouble(link -> link.carried().bytesPerSecond()).sum(), WaitRow.of(waits.firstByte()),
        WaitRow.of(waits.lastByte()), view.totals().endedShuffles(), view.totals().failedShuffles(),
        count(view.operator().actions(), action -> action.inForce()), view.events().lastNumber(), viewers);
  }

  private int openBundles() {
    return (int) view.running().values().stream().flatMap(shuffle -> shuffle.bundles().stream()).filter(BundleFigures::isOpen).count();
  }

  private static <T> int count(List<T> rows, Predicate<T> which) {
    return (int) rows.stream().filter(which).count();
  }

  /** Returns the name of the controller's session, which changes with every start. */
  String session() {
    return Long.toUnsignedString(controller.settings().session(), Character.MAX_RADIX);
  }

  /** Returns how tunnels follow their paths, such as {@code overlay}. */
  String driver() {
    return controller.settings().network().driver().figures().mode();
  }
}
