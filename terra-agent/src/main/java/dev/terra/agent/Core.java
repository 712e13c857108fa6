package dev.terra.agent;

import com.google.common.base.Ticker;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.control.Reporter;
import dev.terra.agent.http.FetchApi;
import dev.terra.agent.http.SegmentClient;
import dev.terra.agent.receive.Credits;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Pump;
import dev.terra.agent.site.Gateway;
import dev.terra.agent.site.Handlers;
import dev.terra.agent.site.Jobs;
import dev.terra.agent.site.Subnets;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.Events;
import dev.terra.agent.submit.Folders;
import dev.terra.agent.submit.Submissions;
import dev.terra.agent.tunnel.TunnelContext;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.v1.AgentReport;
import io.grpc.InsecureChannelCredentials;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.time.Clock;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's books, each of which says what it keeps. All are read and changed on one thread, the owner; channels, gRPC and the
 * disk keep state of their own on theirs, and bring their news to the owner:
 *
 * <pre>
 *   other sites' agents --- tunnels, on I/O loops ---> {@link TunnelNews} --+
 *   controller ------------ gRPC stream -------------> {@link ControlNews} -+-> the books here
 *   this site's handlers -- gRPC streams --> gateway -> {@link SiteNews} ---+   (outbox, inbox, jobs, rates, ...)
 *   this site's handlers -- HTTP --------------------> {@link FetchDesk} ---+
 *   time ---------------------------------------------> {@link Timers} -----+
 * </pre>
 *
 * <p>Bytes go from handlers through the pump to tunnels, and from tunnels through the inbox and its spool to fetches; those of
 * submitted shuffles come from {@link Submissions} and go there.
 */
final class Core {
  private static final Logger log = LoggerFactory.getLogger(Core.class);

  private final AgentConfig config;
  private final Ticker ticker;
  private final Events events;
  private final TunnelContext tunnelContext;
  private final Tunnels tunnels;
  private final RateBook rates = new RateBook();
  private final NetworkOutlook outlook;
  private final Jobs jobs;
  private final Gateway gateway;
  private final SegmentClient segments;
  private final Submissions submissions;
  private final Pump pump;
  private final Outbox outbox;
  private final Spool spool;
  private final Inbox inbox;
  private final Credits credits;
  private final Reporter reporter;
  private final ControlClient control;
  private final FetchDesk fetchDesk;
  private final Timers timers;

  /** What a core is built from besides its configuration. */
  record Parts(EventLoop owner, EventLoopGroup ioLoops, Spool spool, Optional<TlsFiles> tls, Ticker ticker, Clock clock,
      Random random) {}

  Core(AgentConfig config, Parts parts) {
    this.config = config;
    this.ticker = parts.ticker;
    this.spool = parts.spool;
    this.events = new Events(parts.clock);
    long session = parts.random.nextLong();
    this.tunnelContext = new TunnelContext(config.site(), config.name(), session, config.neighbours(), parts.ioLoops, parts.owner,
        new TunnelNews(this), ticker).with(parts.tls);
    this.tunnels = new Tunnels(tunnelContext, new Random(parts.random.nextLong()), config.wan());
    this.outlook = new NetworkOutlook(tunnels, rates, this::control);
    Handlers handlers = new Handlers(ticker);
    this.jobs = new Jobs(config.site(), config.bypassSeconds(), config.readersInOrder(), outlook, handlers, events);
    this.gateway = new Gateway(config.site(), new Subnets(config.wan()), jobs, handlers, new SiteNews(this), events, ticker);
    this.segments = new SegmentClient(parts.ioLoops, parts.owner, handlers::segmentAddress);
    this.submissions = new Submissions(config.site(), new Folders(config.submitFolders()), parts.owner, ticker);
    this.pump = new Pump(submissions.or(segments), outlook, ticker);
    this.outbox = new Outbox(
        submissions.or(jobs), pump, (site, meta) -> tunnels.send(site, FrameType.META, meta), events, ticker, parts.random.nextLong());
    this.inbox = new Inbox(spool, tunnels, events, ticker);
    submissions.attach(outbox, inbox);
    this.credits = new Credits(tunnels);
    this.reporter = new Reporter(id -> submissions.report(id).or(() -> jobs.report(id)));
    jobs.attach(outbox, reporter::shuffleChanged);
    this.control = new ControlClient(new ControlClient.Identity(config.site().name(), config.name(), session),
        new ControlClient.Controller(config.controller(),
            parts.tls.map(TlsFiles::toController).orElseGet(InsecureChannelCredentials::create)),
        parts.owner, new ControlNews(this), ticker, new Random(parts.random.nextLong()));
    this.fetchDesk = new FetchDesk(this);
    this.timers = new Timers(this, parts.owner);
  }

  /** Starts the timers and the search for a controller. */
  void start() {
    timers.start();
    control.start();
  }

  /** A job is over: forgets it everywhere; returns whether it was known. */
  boolean dropJob(String job) {
    if (!jobs.end(job)) {
      return false;
    }
    log.info("job {} is over", job);
    submissions.drop(job);
    outbox.dropJob(job);
    inbox.dropJob(job);
    rates.dropJob(job);
    reporter.forget(job);
    return true;
  }

  /** Tells the controller how all tunnels are, if it listens. */
  void tellTunnels() {
    if (control.isReady()) {
      tellTunnels(control::send);
    }
  }

  void tellTunnels(Consumer<AgentReport> reports) {
    reporter.tellTunnels(tunnels.planned(), outbox.deliveredBytes(), nowNanos(), reports);
  }

  /** Ends all that was begun here. */
  void close() {
    control.close();
    outbox.close();
    tunnels.close();
    segments.close();
    submissions.close();
  }

  long nowNanos() {
    return ticker.read();
  }

  AgentConfig config() {
    return config;
  }

  Events events() {
    return events;
  }

  TunnelContext tunnelContext() {
    return tunnelContext;
  }

  Tunnels tunnels() {
    return tunnels;
  }

  RateBook rates() {
    return rates;
  }

  NetworkOutlook outlook() {
    return outlook;
  }

  Jobs jobs() {
    return jobs;
  }

  Submissions submissions() {
    return submissions;
  }

  Gateway gateway() {
    return gateway;
  }

  Pump pump() {
    return pump;
  }

  Outbox outbox() {
    return outbox;
  }

  Spool spool() {
    return spool;
  }

  Inbox inbox() {
    return inbox;
  }

  Credits credits() {
    return credits;
  }

  Reporter reporter() {
    return reporter;
  }

  ControlClient control() {
    return control;
  }

  FetchApi fetchDesk() {
    return fetchDesk;
  }
}
