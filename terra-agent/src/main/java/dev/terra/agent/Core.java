package dev.terra.agent;

import com.google.common.base.Ticker;
import dev.terra.agent.compress.AgentCompression;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.ControllerChannels;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.control.Reporter;
import dev.terra.agent.http.FetchClients;
import dev.terra.agent.http.FetchServer;
import dev.terra.agent.http.ReadProofs;
import dev.terra.agent.http.SegmentClient;
import dev.terra.agent.http.SiteTls;
import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.agent.route.RouterRules;
import dev.terra.agent.site.Gateway;
import dev.terra.agent.site.HandlerService;
import dev.terra.agent.site.Handlers;
import dev.terra.agent.site.SiteShuffles;
import dev.terra.agent.site.Subnets;
import dev.terra.agent.spool.Storage;
import dev.terra.agent.stats.Events;
import dev.terra.agent.submit.Folders;
import dev.terra.agent.submit.SubmittedShuffles;
import dev.terra.agent.submit.SubmittedTransfers;
import dev.terra.agent.submit.TransferFiles;
import dev.terra.agent.tls.AgentTls;
import dev.terra.agent.trace.FetchTraces;
import dev.terra.agent.tunnel.Lines;
import dev.terra.agent.tunnel.TunnelContext;
import dev.terra.agent.tunnel.TunnelServer;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.agent.view.AgentMetricsText;
import dev.terra.api.door.DoorBounds;
import dev.terra.api.door.Entrance;
import dev.terra.api.door.GrpcDoor;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.door.PortName;
import dev.terra.api.door.ShadedDoor;
import dev.terra.api.process.ProcessEnd;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.core.failure.Failures;
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
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The assembly of an agent. It creates each part once, in an order in which every part is complete before another part receives it. The
 * state of the agent is read and changed on one thread, the owner. Channels, gRPC and the disk have threads and state of their own, and
 * pass events to the owner:
 *
 * <pre>
 *   other sites' agents --- tunnels, on I/O loops --> {@link TunnelTraffic} --+--> {@link Sending}
 *   this site's handlers -- gRPC streams -----------> {@link Gateway} --------+--> {@link Receiving}
 *   this site's handlers -- HTTP -------------------> {@link FetchDesk} ------+
 *   controllers ----------- gRPC streams -----------> {@link Control} --------+
 *   time -------------------------------------------> {@link RegularWork} ----+--> {@link ControllerReports} --> controllers
 * </pre>
 *
 * <p>Where two parts need each other, one of them uses an interface that the other implements: {@link Tunnels} use {@code TunnelEvents},
 * the {@link ControlClient} uses {@code ControllerOrders}, and the gateway uses {@code Announcements}. Tunnels and the client begin with
 * {@link #start}.
 */
final class Core {
  private static final Logger log = LoggerFactory.getLogger(Core.class);
  /** The most requests for statistics that wait; further ones are refused. Few clients read statistics, and each every few seconds. */
  private static final int MAX_STATS_WAITING = 64;
  private static final int STATS_IDLE_SECONDS = 10;
  /** The bounds of connections to the site port. Each service of a node has one, and a second one while it replaces a dead one. */
  private static final DoorBounds SITE_BOUNDS = new DoorBounds(64, 4_096);

  private final AgentConfig config;
  private final Parts parts;
  private final KnownAddresses known;
  private final AgentNetwork network;
  private final Control control;
  private final Gateway gateway;
  private final TunnelTraffic traffic;
  private final Lines lines;
  private final AgentViews views;
  private final FetchDesk desk;
  private final Timers timers;
  private final List<AutoCloseable> closers;

  /** The objects from which a core is built, besides its configuration. */
  record Parts(EventLoop owner, EventLoopGroup ioLoops, Storage storage, Optional<AgentTls> tls,
      ControllerChannels controllers, Ticker ticker, Clock clock, Random random, FetchTraces traces) {}

  Core(AgentConfig config, Parts parts) {
    this.config = config;
    this.parts = parts;
    this.known = new KnownAddresses(address -> config.neighbours().values().stream().anyMatch(each -> each.isAt(address)));
    Handlers handlers = new Handlers(other -> config.wan().contains(other) && !other.equals(config.site()), parts.ticker);
    LocalSite site = new LocalSite(config, handlers, new ShuffleKeys(), new Events(parts.clock), parts.ticker);
    Subnets subnets = new Subnets(config.wan());
    this.network = network(site);
    SegmentClient segments = new SegmentClient(parts.ioLoops, parts.owner, site.handlers(),
        new ReadProofs(site.keys(), config.site(), network.context().session(), parts.clock), siteTls().orElse(null),
        config.listenAddress());
    TransferFiles files = new TransferFiles(new Folders(config.submitFolders()), config.spool().directory().map(Path::of).orElse(null),
        parts.owner);
    KnownShuffles shuffles = new KnownShuffles(new SubmittedShuffles(files), new SiteShuffles(site.handlers(), config.readersInOrder()),
        parts.traces.reads(segments));
    network.outlook().places().follow(shuffles.submitted()::knows, shuffles::descriptor);
    Reporter reporter = new Reporter(network.client(), shuffles);
    Sending sending = new Sending(site, shuffles, network, reporter, parts.random.nextLong());
    Receiving receiving = new Receiving(site, subnets, parts.storage, network, parts.traces);
    receiving.queues().follow(shuffles::descriptor);
    SubmittedTransfers transfers = new SubmittedTransfers(config.site(), shuffles.submitted(), sending.outbox(), receiving.inbox(),
        parts.ticker);
    ControllerReports reports = new ControllerReports(network.client(), reporter, new ControllerReports.Sources(
        shuffles, transfers, new ControllerReports.Data(sending, receiving, network.tunnels()), site.handlers().states()), parts.ticker);
    RouterRules router = new RouterRules(config.site(), config.routerCommand(), parts.owner);
    Control.Data data = new Control.Data(sending, receiving, transfers);
    this.control = new Control(site, network, data, new Control.Reports(reporter, reports),
        new NetworkProbes(network.tunnels(), network.context().passedOn(), router, parts.owner, network.client()));
    this.gateway = new Gateway(new Gateway.Served(config.site(), subnets, sending.decisions(), site.handlers(),
        parts.ticker.read() + ProtocolTiming.JOIN_GRACE.nanos()), new Gateway.Followers(sending.proofs(), parts.traces, control),
        site.events(), parts.ticker);
    this.traffic = new TunnelTraffic(network.tunnels(), new TunnelTraffic.Data(sending, receiving), gateway, reports, site.events());
    this.views = new AgentViews(site, network, new AgentViews.Data(sending, receiving, parts.storage.spool()),
        new AgentViews.Ports(traffic, gateway, known, parts.tls), parts.clock);
    this.lines = new Lines(network.context(), new Random(parts.random.nextLong()));
    ThreadPoolExecutor statsThread = statsThread();
    this.desk = new FetchDesk(site, subnets, receiving,
        new FetchDesk.Tracing(parts.traces, network.context().session(), parts.clock), new FetchDesk.Views(views, statsThread));
    this.timers = new Timers(parts.owner, new RegularWork(data, gateway, network.client(), reports, views),
        ProcessEnd.of("agent " + config.name() + " at " + config.site(), log::error));
    this.closers = List.of(network.client(), sending, network.tunnels(), lines, segments, files, statsThread::shutdownNow, router,
        network.context().compression());
  }

  private AgentNetwork network(LocalSite site) {
    long session = parts.random.nextLong();
    AgentCompression compression = AgentCompression.open(config.compression(), config.site().name(), parts.owner, parts.ticker);
    TunnelContext context = new TunnelContext(config.id(), session, config.neighbours(), parts.ioLoops, parts.owner, parts.ticker)
        .with(parts.tls.orElse(null)).with(compression).withCache(config.cache().isOn());
    Tunnels tunnels = new Tunnels(context, new Random(parts.random.nextLong()), config.wan());
    ControlClient client = new ControlClient(
        new ControlClient.Identity(config.id(), session, config.share().slice(), config.capabilities()),
        new ControlClient.Connection(parts.controllers, parts.owner, parts.ticker), site.events(), new Random(parts.random.nextLong()));
    RateBook rates = new RateBook(config.site());
    return new AgentNetwork(context, tunnels, client, rates, new NetworkOutlook(config.site(), tunnels, rates, client, site.events()));
  }

  /** Returns the thread that writes statistics, so that neither the agent's thread nor those of the channels have to. */
  private ThreadPoolExecutor statsThread() {
    return new ThreadPoolExecutor(0, 1, STATS_IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_STATS_WAITING),
        new DefaultThreadFactory("terra-stats-" + config.site(), true));
  }

  private Optional<SiteTls> siteTls() {
    return parts.tls.map(tls -> new SiteTls(tls, config.site()));
  }

  /**
   * Opens the port for tunnels.
   *
   * @throws IOException if the port cannot be opened
   */
  TunnelServer openTunnels() throws IOException {
    TunnelServer server = TunnelServer.open(network.context(), traffic, known, config.tunnelPort());
    if (config.endToEnd().isPresent()) {
      server.openEndToEnd(config.endToEnd().get(), config.wan());
    }
    return server;
  }

  /**
   * Opens the port for fetches.
   *
   * @throws IOException if the port cannot be opened
   */
  FetchServer openFetches() throws IOException {
    return FetchServer.open(parts.ioLoops, parts.owner, desk, new FetchClients(siteTls(), known),
        new InetSocketAddress(config.listenAddress(), config.fetchPort()), parts.ticker);
  }

  /** Returns the door of the site port, which bounds the connections of handlers. */
  GrpcDoor siteDoor() {
    return new GrpcDoor(new ShadedDoor(new Entrance(new PortName("site port", log::warn), SITE_BOUNDS, known, null)));
  }

  /** Returns the current figures in the text format of Prometheus. It may be called on any thread. */
  String metrics() {
    return AgentMetricsText.of(views.newest());
  }

  /** Returns whether fetches may be traced. */
  boolean traces() {
    return !parts.traces.isOff();
  }

  /** Returns the session number, which identifies this run of the agent. */
  long session() {
    return network.context().session();
  }

  /** Returns the service for this site's handlers; each handler receives the given welcome. */
  HandlerService handlers(AgentWelcome welcome, Executor prompt) {
    return new HandlerService(gateway, welcome, prompt);
  }

  /** Returns the tunnels that are planned for the site; empty until a controller has sent a plan. It may be called on any thread. */
  Optional<SiteTunnels> plannedTunnels() {
    return control.planned();
  }

  /**
   * Starts the timers and the search for a controller.
   *
   * @param tunnels the planned tunnels if they are known already; they are opened at once. Null if none are known
   */
  void start(@Nullable SiteTunnels tunnels) {
    network.tunnels().start(traffic);
    lines.open();
    timers.start();
    if (tunnels != null) {
      control.plan(tunnels);
    }
    network.client().start(control);
  }

  /** Closes all parts that have to be closed. */
  void close() {
    closers.forEach(Core::close);
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      log.warn("a part of the agent did not close: {}", Failures.inWords(e));
    }
  }
}
