package dev.terra.agent;

import com.google.common.base.Ticker;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.ControllerChannels;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.control.Reporter;
import dev.terra.agent.http.FetchApi;
import dev.terra.agent.http.FetchClients;
import dev.terra.agent.http.FetchServer;
import dev.terra.agent.http.ReadProofs;
import dev.terra.agent.http.SegmentClient;
import dev.terra.agent.http.SiteTls;
import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.agent.receive.ArrivalWatch;
import dev.terra.agent.receive.Credits;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.route.RouterRules;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Pump;
import dev.terra.agent.send.SegmentAnswers;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.site.Admission;
import dev.terra.agent.site.Gateway;
import dev.terra.agent.site.HandlerService;
import dev.terra.agent.site.Handlers;
import dev.terra.agent.site.ProofGate;
import dev.terra.agent.site.SiteShuffles;
import dev.terra.agent.site.Subnets;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.Events;
import dev.terra.agent.submit.Folders;
import dev.terra.agent.submit.SubmittedShuffles;
import dev.terra.agent.submit.SubmittedTransfers;
import dev.terra.agent.submit.TransferFiles;
import dev.terra.agent.trace.FetchTraces;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.TunnelContext;
import dev.terra.agent.tunnel.TunnelServer;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.agent.view.AgentMetricsText;
import dev.terra.agent.view.AgentView;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.door.DoorBounds;
import dev.terra.api.door.GrpcDoor;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.door.ShadedDoor;
import dev.terra.api.process.ProcessEnd;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.SiteTunnels;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's assembly: makes its parts, each once and with the few others that it needs, in an order in which every part is whole before
 * another gets it. All books are read and changed on one thread, the owner; channels, gRPC and the disk keep state of their own on theirs,
 * and bring their news to the owner:
 *
 * <pre>
 *   other sites' agents --- tunnels, on I/O loops ---> {@link TunnelNews} --+
 *   controller ------------ gRPC stream -------------> {@link ControlNews} -+-> the books
 *   this site's handlers -- gRPC streams --> gateway -> {@link SiteNews} ---+   (outbox, inbox, shuffles, rates, ...)
 *   this site's handlers -- HTTP --------------------> {@link FetchDesk} ---+
 *   time ---------------------------------------------> {@link Timers} -----+
 * </pre>
 *
 * <p>Bytes go from handlers through the pump to tunnels, and from tunnels through the inbox and its spool to fetches; those of
 * submitted shuffles come from {@link SubmittedShuffles} and go to {@link SubmittedTransfers}.
 */
final class Core {
  private static final Logger log = LoggerFactory.getLogger(Core.class);
  private static final int FLUSH_BEATS = 1;
  private static final int CREDIT_BEATS = 3;
  private static final int RATES_BEATS = 5;
  private static final int PROGRESS_BEATS = 10;
  private static final int HEARTBEAT_BEATS = (int) (ProtocolTiming.BEAT.millis() / Timers.BEAT_MILLIS);
  private static final int SECOND_BEATS = 50;
  /** Statistics are asked for every few seconds by few; more than this at once is a mistake, and is refused. */
  private static final int MAX_STATS_WAITING = 64;
  private static final int STATS_IDLE_SECONDS = 10;
  /** The services of a node have a connection each, and another while they find that the first is dead. */
  private static final DoorBounds SITE_BOUNDS = new DoorBounds(64, 4_096);

  private final AgentConfig config;
  private final Parts parts;
  private final TunnelContext context;
  private final Gateway gateway;
  private final AgentViewPublisher views;
  private final FetchDesk desk;
  private final ControlClient control;
  private final ControlNews controlNews;
  private final NetworkPlans plans;
  private final Timers timers;
  private final List<Runnable> closers;
  private LongSupplier unheardFrames = () -> 0;
  /** Of each port, how many connections it refused. */
  private final List<LongSupplier> refused = new CopyOnWriteArrayList<>();
  private final KnownAddresses known;

  /** What a core is built from besides its configuration. */
  record Parts(EventLoop owner, EventLoopGroup ioLoops, Spool spool, Optional<TlsFiles> tls,
      ControllerChannels controllers, Ticker ticker, Clock clock, Random random, FetchTraces traces) {}

  /** The network as far as this agent knows it. */
  private record Network(TunnelContext context, Tunnels tunnels, ControlClient control, RateBook rates, NetworkOutlook outlook) {}

  /** The books of what this site sends and receives. */
  private record Data(SegmentAnswers answers, Pump pump, Outbox outbox, Inbox inbox) {}

  Core(AgentConfig config, Parts parts) {
    this.config = config;
    this.parts = parts;
    this.known = new KnownAddresses(address -> config.neighbours().values().stream().anyMatch(each -> each.isAt(address)));
    TunnelNews tunnelNews = new TunnelNews();
    Network network = network(config, parts, tunnelNews);
    Events events = new Events(parts.clock);
    Handlers handlers = new Handlers(parts.ticker);
    ShuffleKeys keys = new ShuffleKeys();
    SegmentClient segments = new SegmentClient(parts.ioLoops, parts.owner, handlers::segmentAddress,
        new ReadProofs(keys, config.site(), network.context.session(), parts.clock), siteTls(config, parts), config.listenAddress());
    TransferFiles files = new TransferFiles(new Folders(config.submitFolders()),
        config.spool().directory().map(Path::of), parts.owner);
    SiteShuffles local = new SiteShuffles(new SiteShuffles.Service(config.site(), config.bypassSeconds(), config.readersInOrder()),
        network.outlook, handlers, events);
    SubmittedShuffles submitted = new SubmittedShuffles(files);
    Data data = data(network, local, submitted, segments, events);
    Reporter reporter = new Reporter(id -> submitted.report(id).or(() -> local.report(id)), local::descriptor);
    local.attach(data.outbox, reporter::shuffleChanged);
    SubmittedTransfers transfers = new SubmittedTransfers(config.site(), submitted, data.outbox, data.inbox, parts.ticker);
    ShuffleEnds ends = new ShuffleEnds(local::end, List.of(transfers::drop, data.outbox::dropShuffle, data.inbox::dropShuffle,
        network.rates::dropShuffle, reporter::forget, keys::drop));
    ControllerReports reports = new ControllerReports(network.control, reporter,
        new ControllerReports.Carrying(data.outbox, network.tunnels), network.rates::inForce, parts.ticker);
    ShuffleBooks shuffles = new ShuffleBooks(local, submitted::knows, transfers, reporter, data.pump);
    this.context = network.context;
    this.control = network.control;
    SiteNews news = new SiteNews(reporter, ends, network.tunnels, control, (shuffle, key) -> keys.put(shuffle, config.site(), key));
    long knownNanos = parts.ticker.read() + ProtocolTiming.JOIN_GRACE.nanos();
    this.gateway = new Gateway(
        new Gateway.Served(config.site(), new Subnets(config.wan()), local, handlers, knownNanos), news, events, parts.ticker);
    reports.readHandlers(gateway.states()::all);
    Admission admission = new Admission(new Admission.Books(local, data.outbox, data.answers), network.outlook, news, events, parts.ticker);
    this.views = new AgentViewPublisher(() -> view(network, data, events));
    ThreadPoolExecutor statsThread = statsThread();
    this.desk = new FetchDesk(config.site(), new FetchDesk.Proofs(keys, context.session(), parts.clock), gateway, data.inbox,
        new FetchDesk.Views(views::newest, statsThread));
    ProofGate proofs = new ProofGate(new ProofGate.Books(config.site(), local, handlers, keys, submitted::goesTo),
        new ProofGate.Ways(admission::request, data.answers,
            (site, grant) -> network.tunnels.send(site, FrameType.GRANT, grant)), events, parts.ticker);
    news.listen(proofs::checked);
    news.listenToSpans(parts.traces::told);
    TunnelFrames frames = new TunnelFrames(network.tunnels, new TunnelFrames.Data(data.outbox, data.inbox), proofs, keys, gateway);
    this.unheardFrames = frames::unheard;
    tunnelNews.listen(new TunnelNews.Listeners(new TunnelStates(network.tunnels, data.outbox, data.inbox, events, reports),
        frames, data.pump));
    RouterRules router = new RouterRules(config.site(), config.routerCommand(), parts.owner);
    NetworkProbes probes = new NetworkProbes(network.tunnels, network.context.passedOn(), router, parts.owner, network.control::send);
    this.plans = new NetworkPlans(new NetworkPlans.Ways(network.tunnels, context.accepted(), parts.ticker), network.rates,
        network.outlook, data.pump);
    this.controlNews = new ControlNews(new ControlNews.NetworkWork(plans, probes), shuffles, ends, reports,
        (what, detail) -> events.add(what, "controller", detail));
    this.timers = new Timers(parts.owner, data.pump, () -> data.inbox.readers() > 0,
        tasks(network, data, new Told(reports, shuffles, transfers, new LeaseWatch(control, events), views, () -> {
          admission.tick();
          proofs.tick();
        })),
        ProcessEnd.of("agent " + config.name() + " at " + config.site(), log::error));
    this.closers = List.of(control::close, data.outbox::close, network.tunnels::close, segments::close, files::close,
        statsThread::shutdownNow, router::close);
  }

  private static Network network(AgentConfig config, Parts parts, TunnelNews news) {
    long session = parts.random.nextLong();
    TunnelContext context = new TunnelContext(config.id(), session, config.neighbours(), parts.ioLoops, parts.owner,
        news, parts.ticker).with(parts.tls);
    Tunnels tunnels = new Tunnels(context, new Random(parts.random.nextLong()), config.wan());
    ControlClient control = new ControlClient(
        new ControlClient.Identity(config.id(), session, config.share().slice(), config.capabilities()),
        parts.controllers, parts.owner, parts.ticker, new Random(parts.random.nextLong()));
    RateBook rates = new RateBook();
    return new Network(context, tunnels, control, rates, new NetworkOutlook(config.site(), tunnels, rates, control));
  }

  private Data data(Network network, SiteShuffles local, SubmittedShuffles submitted, SegmentClient segments, Events events) {
    SegmentAnswers answers = new SegmentAnswers((site, meta) -> network.tunnels.send(site, FrameType.META, meta));
    Pump pump = new Pump(new Pump.Supply(submitted.or(traced(segments)), network.outlook), answers, events, parts.ticker);
    Outbox outbox = new Outbox(submitted.or(local), pump, answers, parts.ticker, parts.random.nextLong());
    return new Data(answers, pump, outbox, new Inbox(parts.spool, network.tunnels, events, parts.ticker, arrivals()));
  }

  private SegmentSource traced(SegmentSource segments) {
    return parts.traces.isOff() ? segments : parts.traces.reads(segments);
  }

  private ArrivalWatch arrivals() {
    return parts.traces.isOff() ? ArrivalWatch.NONE : parts.traces;
  }

  /** What is told and watched regularly. */
  private record Told(ControllerReports reports, ShuffleBooks shuffles, SubmittedTransfers transfers, LeaseWatch lease,
      AgentViewPublisher views, Runnable admission) {}

  private List<Timers.Task> tasks(Network network, Data data, Told told) {
    Credits credits = new Credits(network.tunnels);
    return List.of(
        new Timers.Task(FLUSH_BEATS, () -> {
          data.inbox.flush();
          told.admission.run();
          gateway.decideEarly();
          told.reports.tell(told.shuffles::tellNews);
          told.reports.tellDemand();
          told.views.publishIfRead();
        }),
        new Timers.Task(CREDIT_BEATS,
            () -> credits.tick(data.inbox.takeExpected(), parts.spool.freeAheadBytes(), parts.ticker.read())),
        new Timers.Task(RATES_BEATS, () -> {
          data.pump.refreshRates();
          data.inbox.tick();
          told.transfers.tick();
          network.outlook.tick(data.outbox.progress(), parts.ticker.read());
          told.lease.tick();
        }),
        new Timers.Task(PROGRESS_BEATS, () -> {
          told.reports.tellProgress();
          told.reports.tellLinks();
          told.views.publish();
        }),
        new Timers.Task(HEARTBEAT_BEATS, () -> {
          control.tick(data.inbox.readers(), data.inbox.waits(), gateway.served()::take);
          gateway.tick();
        }),
        new Timers.Task(SECOND_BEATS, () -> {
          data.outbox.tick();
          told.reports.tellTunnels();
          told.reports.tellHandlers();
        }));
  }

  private AgentView view(Network network, Data data, Events events) {
    var delivered = data.outbox.deliveredBytes();
    return new AgentView(parts.clock.millis(),
        new AgentView.Identity(config.site().name(), config.name(), context.session()),
        delivered, data.outbox.progress(), data.inbox.readers(), parts.spool.usage(),
        network.tunnels.planned().stream().map(status -> state(status, delivered.getOrDefault(status.path(), 0L))).toList(),
        gateway.counters(), events.newest(), events.count(),
        parts.tls.map(tls -> new AgentView.TlsState(tls.identity().uri(), tls.validUntil())),
        new AgentView.Refused(refused.stream().mapToLong(LongSupplier::getAsLong).sum(), unheardFrames.getAsLong(),
            data.inbox.refusedSegments()), data.inbox.waits());
  }

  private static AgentView.TunnelState state(Tunnels.Status status, long deliveredBytes) {
    return new AgentView.TunnelState(status.path(), status.connections().size(),
        TimeUnit.NANOSECONDS.toMicros(status.tunnel().map(Tunnel::rttNanos).orElse(0L)), deliveredBytes);
  }

  /** Writes statistics for whoever asks, so that neither the agent's thread nor those of the channels have to. */
  private ThreadPoolExecutor statsThread() {
    return new ThreadPoolExecutor(0, 1, STATS_IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_STATS_WAITING),
        new DefaultThreadFactory("terra-stats-" + config.site(), true));
  }

  /**
   * Accepts tunnels.
   *
   * @throws IOException if the port can't be had
   */
  TunnelServer openTunnels() throws IOException {
    TunnelServer server = TunnelServer.open(context, known, config.tunnelPort());
    refused.add(server::refused);
    if (config.endToEnd().isPresent()) {
      server.openEndToEnd(config.endToEnd().get(), config.wan());
    }
    return server;
  }

  /**
   * Accepts fetches.
   *
   * @throws IOException if the port can't be had
   */
  FetchServer openFetches() throws IOException {
    FetchApi fetches = parts.traces.isOff() ? desk : new TracedFetches(desk, parts.traces);
    FetchServer server = FetchServer.open(parts.ioLoops, parts.owner, fetches,
        new FetchClients(siteTls(config, parts), known),
        new InetSocketAddress(config.listenAddress(), config.fetchPort()));
    refused.add(server::refused);
    return server;
  }

  /** Who attaches to this agent. */
  GrpcDoor siteDoor() {
    GrpcDoor door = new GrpcDoor(new ShadedDoor(new ShadedDoor.Name("site port", log::warn), SITE_BOUNDS, known, Optional.empty()));
    refused.add(door::refused);
    return door;
  }

  /** The figures of now for Prometheus, on any thread. */
  String metrics() {
    return AgentMetricsText.of(views.newest());
  }

  private static Optional<SiteTls> siteTls(AgentConfig config, Parts parts) {
    return parts.tls.map(files -> new SiteTls(files, config.site()));
  }

  /** Whether it follows fetches. */
  boolean traces() {
    return !parts.traces.isOff();
  }

  /** The number of this run of the agent. */
  long session() {
    return context.session();
  }

  /** The service for this site's handlers, each of which is welcomed with this. */
  HandlerService handlers(AgentWelcome welcome, Executor prompt) {
    gateway.welcomeWith(welcome);
    return new HandlerService(gateway, prompt);
  }

  /** The tunnels that are planned for its site, once it knows; on any thread. */
  Optional<SiteTunnels> plannedTunnels() {
    return plans.newest();
  }

  /**
   * Starts the timers and the search for a controller.
   *
   * @param tunnels that are planned as far as is known already: they are opened at once
   */
  void start(Optional<SiteTunnels> tunnels) {
    timers.start();
    tunnels.ifPresent(plans::follow);
    control.start(controlNews);
  }

  /** Ends all that was begun here. */
  void close() {
    closers.forEach(Runnable::run);
  }
}
