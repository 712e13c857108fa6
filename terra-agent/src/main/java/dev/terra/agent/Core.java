package dev.terra.agent;

import com.google.common.base.Ticker;
import com.google.protobuf.MessageLite;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.ControlEvents;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.control.Reporter;
import dev.terra.agent.control.UnnamedBundles;
import dev.terra.agent.http.FetchApi;
import dev.terra.agent.http.SegmentClient;
import dev.terra.agent.receive.Credits;
import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.receive.Replies;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Pump;
import dev.terra.agent.send.Rates;
import dev.terra.agent.site.Gateway;
import dev.terra.agent.site.Handlers;
import dev.terra.agent.site.Jobs;
import dev.terra.agent.site.Outlook;
import dev.terra.agent.site.Subnets;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.Events;
import dev.terra.agent.stats.StatsJson;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.TunnelContext;
import dev.terra.agent.tunnel.TunnelEvents;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.JobDropped;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.api.v1.TunnelPlan;
import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's books and how its parts hear of each other. Everything here happens on one thread, the owner; channels, gRPC and
 * the disk bring their news to it.
 */
final class Core implements TunnelEvents, ControlEvents, Gateway.Output, Outlook, Replies, FetchApi {
  private static final Logger log = LoggerFactory.getLogger(Core.class);
  private static final long PUMP_MILLIS = 5;
  private static final long IDLE_PUMP_MILLIS = 25;
  private static final long FLUSH_MILLIS = 20;
  private static final long CREDIT_MILLIS = 50;
  private static final long RATES_MILLIS = 100;
  private static final long HEARTBEAT_MILLIS = 500;
  private static final long SECOND_MILLIS = 1_000;

  private final AgentConfig config;
  private final EventLoop owner;
  private final Ticker ticker;
  private final Events events;
  private final TunnelContext tunnelContext;
  private final Tunnels tunnels;
  private final Handlers handlers = new Handlers();
  private final Jobs jobs;
  private final Gateway gateway;
  private final SegmentClient segments;
  private final Pump pump;
  private final Outbox outbox;
  private final Inbox inbox;
  private final Spool spool;
  private final Credits credits = new Credits(this);
  private final RateBook rates = new RateBook();
  private final UnnamedBundles unnamed = new UnnamedBundles();
  private final Reporter reporter;
  private final ControlClient control;
  private final Map<SiteId, Double> stockRates = new HashMap<>();
  private boolean withinLease;

  /** What a core is built from besides its configuration. */
  record Parts(EventLoop owner, EventLoopGroup ioLoops, Spool spool, Ticker ticker, Clock clock, Random random) {}

  Core(AgentConfig config, Parts parts) {
    this.config = config;
    this.owner = parts.owner;
    this.ticker = parts.ticker;
    this.spool = parts.spool;
    this.events = new Events(parts.clock);
    long session = parts.random.nextLong();
    this.tunnelContext = new TunnelContext(
        config.site(), config.name(), session, config.neighbours(), parts.ioLoops, owner, this, ticker);
    this.tunnels = new Tunnels(tunnelContext, new Random(parts.random.nextLong()));
    this.jobs = new Jobs(config.site(), config.bypassSeconds(), this, ip -> handlers.segmentAddress(ip).isPresent(), events);
    this.gateway = new Gateway(config.site(), new Subnets(config.wan()), jobs, handlers, this, events, ticker);
    this.segments = new SegmentClient(parts.ioLoops, owner, handlers::segmentAddress);
    this.pump = new Pump(segments, this::ratesOf, ticker);
    this.outbox = new Outbox(
        jobs, pump, (site, meta) -> tunnels.send(site, FrameType.META, meta), events, ticker, parts.random.nextLong());
    jobs.sendThrough(outbox);
    this.inbox = new Inbox(spool, this, events, ticker);
    this.reporter = new Reporter(jobs::report);
    this.control = new ControlClient(new ControlClient.Identity(config.site().name(), config.name(), session),
        config.controller(), owner, this, ticker, new Random(parts.random.nextLong()));
  }

  TunnelContext tunnelContext() {
    return tunnelContext;
  }

  Gateway gateway() {
    return gateway;
  }

  ControlClient control() {
    return control;
  }

  /** Starts the timers and the search for a controller. */
  void start() {
    pump();
    every(FLUSH_MILLIS, this::flush);
    every(CREDIT_MILLIS, () -> credits.tick(inbox.expecting(), spool.freeAheadBytes(), ticker.read()));
    every(RATES_MILLIS, this::regular);
    every(HEARTBEAT_MILLIS, this::heartbeat);
    every(SECOND_MILLIS, this::second);
    control.start();
  }

  private void pump() {
    try {
      pump.run();
    } catch (RuntimeException e) {
      log.error("agent {}: sending failed; it will be tried again", config.name(), e);
    }
    var timer = owner.schedule(this::pump, pump.hasWork() ? PUMP_MILLIS : IDLE_PUMP_MILLIS, TimeUnit.MILLISECONDS);
    if (timer.isCancelled()) {
      log.debug("the agent's thread has ended");
    }
  }

  private void every(long millis, Runnable task) {
    var timer = owner.scheduleWithFixedDelay(() -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        log.error("agent {}: a regular task failed; it will be tried again", config.name(), e);
      }
    }, millis, millis, TimeUnit.MILLISECONDS);
    if (timer.isCancelled()) {
      throw new IllegalStateException("the agent's thread has ended");
    }
  }

  private void flush() {
    inbox.flush();
    if (control.isReady()) {
      reporter.tellJobs(control::send);
    }
  }

  private void regular() {
    pump.refreshRates();
    inbox.tick();
    unnamed.update(outbox.progress(), rates::names, ticker.read());
    if (control.isReady()) {
      reporter.tellProgress(outbox.progress(), control::send);
    }
    if (withinLease && !control.isWithinLease()) {
      events.add("lease-expired", "controller", "tunnels are shared equally, new fetches take the stock path");
    }
    withinLease = control.isWithinLease();
  }

  private void heartbeat() {
    control.tick();
    gateway.tick();
  }

  private void second() {
    outbox.tick();
    tellTunnels();
  }

  private void tellTunnels() {
    if (control.isReady()) {
      reporter.tellTunnels(tunnels.planned(), outbox.deliveredBytes(), ticker.read(), control::send);
    }
  }

  /** Ends all that was begun here. */
  void close() {
    control.close();
    tunnels.close();
    segments.close();
  }

  // Tunnels

  @Override
  public void up(Tunnel tunnel) {
    log.info("tunnel {} is up", tunnel);
    tunnels.up(tunnel);
    if (tunnel.isOpener()) {
      events.add("tunnel-up", tunnel.path().toString(), "");
      outbox.tunnelUp(tunnel);
      tellTunnels();
    }
  }

  @Override
  public void down(Tunnel tunnel, String reason) {
    log.warn("tunnel {} is down: {}", tunnel, reason);
    tunnels.down(tunnel, reason);
    if (tunnel.isOpener()) {
      events.add("tunnel-down", tunnel.path().toString(), reason);
      outbox.tunnelDown(tunnel);
      tellTunnels();
    }
    inbox.tunnelDown(tunnel.peerSite());
  }

  @Override
  public void unavailable(Path path, String reason) {
    log.debug("tunnel {} can't be opened: {}", path, reason);
  }

  @Override
  public void data(Tunnel tunnel, Frame frame, boolean intact) {
    inbox.data(tunnel, frame, intact);
  }

  @Override
  public void control(Tunnel tunnel, Frame frame) {
    SiteId from = tunnel.peerSite();
    switch (frame.header().type()) {
      case ACK -> outbox.ack(from, frame.message(SegmentAck.parser()));
      case META -> inbox.meta(tunnel, frame.message(SegmentMeta.parser()));
      case REQUEST -> outbox.request(from, frame.message(SegmentRequest.parser()));
      case CREDIT -> outbox.credit(from, frame.message(AheadCredit.parser()));
      case JOB_DROPPED -> dropJob(frame.message(JobDropped.parser()).getJob());
      case DIRECTORY -> gateway.directory(from, frame.message(HandlerDirectory.parser()));
      default -> throw new IllegalStateException("no control frame: " + frame.header());
    }
  }

  @Override
  public boolean send(SiteId site, FrameType type, MessageLite message) {
    return tunnels.send(site, type, message);
  }

  @Override
  public boolean reaches(SiteId site) {
    return tunnels.reaches(site);
  }

  // Controller

  @Override
  public void welcome(ControllerWelcome welcome, Consumer<AgentReport> reports) {
    log.info("attached to the controller");
    events.add("controller-attached", config.controller().toString(), "");
    rates.session(welcome.getSession());
    List<Path> paths = new ArrayList<>();
    for (TunnelPlan plan : welcome.getTunnelsList()) {
      stockRates.put(new SiteId(plan.getTo()), plan.getStockBytesPerSecond());
      plan.getPathsList().forEach(path -> paths.add(toPath(path)));
    }
    tunnels.plan(paths);
    reporter.forgetAllTold();
    for (String job : jobs.ids()) {
      jobs.report(job).ifPresent(report -> reports.accept(AgentReport.newBuilder().setShuffle(report).build()));
      reports.accept(AgentReport.newBuilder().setPlacement(jobs.placement(job)).build());
    }
    reporter.tellProgress(outbox.progress(), reports);
    reporter.tellTunnels(tunnels.planned(), outbox.deliveredBytes(), ticker.read(), reports);
  }

  private static Path toPath(WanPath path) {
    return Path.of(path.getSitesList().stream().map(SiteId::new).toList());
  }

  @Override
  public void epoch(Epoch epoch) {
    if (rates.apply(epoch)) {
      pump.refreshRates();
      pump.run();
    }
  }

  @Override
  public void placement(PlacementReport placement) {
    jobs.place(placement);
  }

  @Override
  public void ended(String job) {
    dropJob(job);
  }

  @Override
  public void lost(String reason) {
    log.warn("the controller is gone: {}; rates stay for the lease", reason);
    events.add("controller-lost", config.controller().toString(), reason);
  }

  // Handlers

  @Override
  public void shuffleChanged(String job) {
    reporter.shuffleChanged(job);
  }

  @Override
  public void placed(String job, int reduce, SiteId at) {
    reporter.placed(job, reduce, at);
  }

  @Override
  public void jobEnded(String job) {
    if (dropJob(job)) {
      reporter.ended(job);
      JobDropped message = JobDropped.newBuilder().setJob(job).build();
      tunnels.peers().forEach(site -> tunnels.send(site, FrameType.JOB_DROPPED, message));
    }
  }

  private boolean dropJob(String job) {
    if (!jobs.end(job)) {
      return false;
    }
    log.info("job {} is over", job);
    outbox.dropJob(job);
    inbox.dropJob(job);
    rates.dropJob(job);
    reporter.forget(job);
    return true;
  }

  @Override
  public void broadcast(FrameType type, HandlerDirectory message) {
    tunnels.peers().forEach(site -> tunnels.send(site, type, message));
  }

  @Override
  public boolean controllerAlive() {
    return control.isAttached();
  }

  @Override
  public double stockBytesPerSecond(SiteId site) {
    return stockRates.getOrDefault(site, 0.0);
  }

  @Override
  public String obstacle(String job, SiteId site) {
    if (tunnels.sendingTo(site).isEmpty()) {
      return "no tunnel to " + site + " is up";
    }
    if (!control.isWithinLease()) {
      return "no controller within the lease";
    }
    return unnamed.tooLong(job, site, ticker.read()) ? "the controller has not scheduled it" : "";
  }

  private Map<Path, Double> ratesOf(Rates.Question question) {
    return rates.of(question, control.isWithinLease(), stockBytesPerSecond(question.to()));
  }

  // HTTP

  @Override
  public Optional<Fetch> fetch(InetAddress client, FetchRequest request, FetchSink sink) {
    Optional<SiteId> source = gateway.siteOf(request.getOriginIp());
    if (!gateway.isLocal(client)) {
      sink.fail("only handlers of " + config.site() + " fetch here, and " + client.getHostAddress() + " is not in its subnets");
      return Optional.empty();
    }
    if (source.isEmpty() || source.get().equals(config.site())) {
      sink.fail("the origin " + request.getOriginIp() + " is at no other site");
      return Optional.empty();
    }
    List<SegmentKey> keys = request.getMapsList().stream()
        .map(map -> new SegmentKey(request.getJob(), map, request.getReduce(), request.getOriginIp())).toList();
    return inbox.fetch(keys, source.get(), sink);
  }

  @Override
  public byte[] stats() {
    return StatsJson.of(new StatsJson.Snapshot(config.site().name(), config.name(), outbox.deliveredBytes(), outbox.progress(),
        spool.usage(), tunnels.planned(), gateway.counters(), events.newest()));
  }
}
