package dev.terra.agent;

import com.google.common.base.Ticker;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.control.ControllerChannels;
import dev.terra.agent.http.FetchServer;
import dev.terra.agent.http.MetricsServer;
import dev.terra.agent.link.SocketTransport;
import dev.terra.agent.site.RemoteAddress;
import dev.terra.agent.spool.Storage;
import dev.terra.agent.tls.AgentTls;
import dev.terra.agent.trace.FetchTraces;
import dev.terra.agent.trace.SpanExporter;
import dev.terra.agent.tunnel.TunnelServer;
import dev.terra.api.door.GrpcDoor;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.SiteSubnets;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.version.Capability;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.Site;
import io.grpc.DecompressorRegistry;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptors;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent of a site. It opens its ports, runs until it is closed, and then releases everything that it has opened. One thread, the
 * owner, keeps its state. Its channels are served by I/O threads or, if none are configured, by the owner as well.
 */
public final class Agent implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Agent.class);
  private static final long CLOSE_SECONDS = 5;
  /** The largest message of a handler. It is enough for the outputs of hundreds of maps for thousands of reducers. */
  private static final int MAX_HANDLER_MESSAGE_BYTES = 64 << 20;

  private final AgentConfig config;
  private final EventLoop owner;
  /** Runs tasks on the owner thread. If the owner's event loop pauses, a task ends the pause. */
  private final Executor prompt;
  private final EventLoopGroup ioLoops;
  private final MultiThreadIoEventLoopGroup siteThreads;
  private final @Nullable AgentTls tls;
  private final Storage storage;
  private final ControllerChannels controllers;
  private final boolean sharesControllers;
  private final Core core;
  private final Ticker ticker;
  private @Nullable TunnelServer tunnelServer;
  private @Nullable FetchServer fetchServer;
  private @Nullable MetricsServer metricsServer;
  private @Nullable Server siteServer;

  /** What the agents of one process share: the connections to controllers, and the tunnels that are planned for the site. */
  record Shared(ControllerChannels controllers, @Nullable SiteTunnels tunnels) {}

  /** The clocks and the randomness of the machine. */
  private record Machine(Ticker ticker, Clock clock, Random random) {}

  private Agent(AgentConfig config, Machine machine, FetchTraces traces, @Nullable Shared shared) throws IOException {
    this.config = config;
    this.ticker = machine.ticker();
    this.tls = openTls(config);
    boolean alone = config.ioThreads() == 0;
    ModeratedSelect moderated = new ModeratedSelect();
    this.ioLoops = SocketTransport.best().loops(alone ? 1 : config.ioThreads(), threads(alone ? "agent" : "io"),
        alone ? () -> moderated : DefaultSelectStrategyFactory.INSTANCE);
    this.owner = alone ? ioLoops.next() : new DefaultEventLoop(threads("agent"));
    this.siteThreads = new MultiThreadIoEventLoopGroup(1, new io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory(
        "terra-site-" + config.site(), true), NioIoHandler.newFactory());
    this.prompt = alone ? moderated.promptly(owner) : owner;
    this.storage = openStorage();
    this.sharesControllers = shared != null;
    this.controllers = shared != null ? shared.controllers() : ControllerChannels.open(config.controllers(),
        tls != null ? tls.files().toController() : InsecureChannelCredentials.create());
    this.core = new Core(config, new Core.Parts(
        owner, ioLoops, storage, Optional.ofNullable(tls), controllers, ticker, machine.clock(), machine.random(), traces));
  }

  private DefaultThreadFactory threads(String role) {
    return new DefaultThreadFactory("terra-" + role + "-" + config.site(), true);
  }

  private static @Nullable AgentTls openTls(AgentConfig config) throws TlsException {
    if (config.tls().isEmpty()) {
      log.warn("INSECURE: tunnels, the controller's stream, handlers' streams and fetches are neither encrypted nor authenticated");
      return null;
    }
    return AgentTls.open(config.tls().get(), PeerIdentity.site(config.site().name()), log::info, log::warn);
  }

  private Storage openStorage() throws IOException {
    try {
      return Storage.open(config.spool(), config.cache(), owner);
    } catch (IOException e) {
      end(ioLoops);
      end(owner);
      closeTls();
      throw e;
    }
  }

  /**
   * Starts an agent on the machine's clocks.
   *
   * @param exporter exports the spans of traced fetches; if null, no fetch is traced
   * @throws IOException if a port, the spool or the files for TLS cannot be opened; the message is one line that names the cause
   */
  public static Agent start(AgentConfig config, @Nullable SpanExporter exporter) throws IOException {
    return startWith(config, exporter, null);
  }

  /** Starts an agent in a process with other agents. It opens their tunnels at once, before the controller sends it a plan. */
  static Agent start(AgentConfig config, @Nullable SpanExporter exporter, Shared shared) throws IOException {
    return startWith(config, exporter, shared);
  }

  private static Agent startWith(AgentConfig config, @Nullable SpanExporter exporter, @Nullable Shared shared) throws IOException {
    Random random = new Random(System.nanoTime() ^ ProcessHandle.current().pid());
    FetchTraces traces = exporter == null ? FetchTraces.off()
        : FetchTraces.of(exporter.share(), exporter, Clock.systemUTC(), new Random(random.nextLong()));
    return open(new Agent(config, new Machine(Ticker.systemTicker(), Clock.systemUTC(), random), traces, shared),
        shared == null ? null : shared.tunnels());
  }

  /** Starts an agent on the machine's clocks. It traces no fetches. */
  public static Agent start(AgentConfig config) throws IOException {
    return start(config, null);
  }

  /**
   * Starts an agent.
   *
   * @param ticker the monotonic clock
   * @param clock the wall clock, for times that people read
   * @param random the source of session numbers and of jitter
   * @param traces records the spans of traced fetches
   * @throws IOException if a port, the spool or the files for TLS cannot be opened; the message is one line that names the cause
   */
  public static Agent start(AgentConfig config, Ticker ticker, Clock clock, Random random, FetchTraces traces) throws IOException {
    return open(new Agent(config, new Machine(ticker, clock, random), traces, null), null);
  }

  private static Agent open(Agent agent, @Nullable SiteTunnels tunnels) throws IOException {
    try {
      agent.open(tunnels);
    } catch (IOException e) {
      agent.close();
      throw e;
    }
    return agent;
  }

  private void open(@Nullable SiteTunnels tunnels) throws IOException {
    tunnelServer = core.openTunnels();
    FetchServer fetches = core.openFetches();
    fetchServer = fetches;
    siteServer = openSiteServer(fetches.port());
    metricsServer = config.metrics().flatMap(this::openMetrics).orElse(null);
    owner.execute(() -> core.start(tunnels));
    log.info("agent {} at {}: tunnels on port {}, handlers on {}:{}, fetches on port {}", config.name(), config.site(),
        tunnelPort(), config.listenAddress().getHostAddress(), sitePort(), fetchPort());
  }

  private AgentWelcome welcome(int fetchPort) {
    AgentWelcome.Builder welcome = AgentWelcome.newBuilder()
        .setSite(config.site().name()).setAgent(config.name()).setFetchPort(fetchPort).setSession(core.session());
    for (Site site : config.wan().sites()) {
      welcome.addSites(SiteSubnets.newBuilder().setSite(site.id().name()).addAllSubnets(site.subnets()));
    }
    Set<Capability> able = config.capabilities();
    if (core.traces()) {
      able.add(Capability.FETCH_TRACES);
    }
    return welcome.addAllCapabilities(Capability.names(able)).build();
  }

  /** Returns the credentials of the site port. With TLS, the port accepts handlers of this site only. */
  private ServerCredentials siteCredentials() {
    return tls == null ? InsecureServerCredentials.create() : tls.files().ofServer(PeerIdentity.node(config.site().name()));
  }

  private Server openSiteServer(int fetchPort) throws IOException {
    InetSocketAddress address = new InetSocketAddress(config.listenAddress(), config.sitePort());
    GrpcDoor door = core.siteDoor();
    try {
      return door.server(address, siteCredentials(), siteThreads)
          .maxInboundMessageSize(MAX_HANDLER_MESSAGE_BYTES)
          .decompressorRegistry(DecompressorRegistry.emptyInstance()) // handlers do not compress
          .intercept(door.proofs())
          .addService(ServerInterceptors.intercept(core.handlers(welcome(fetchPort), prompt), new RemoteAddress()))
          .build()
          .start();
    } catch (IOException e) {
      throw new IOException(
          "site port " + config.listenAddress().getHostAddress() + ":" + config.sitePort() + ": " + rootMessage(e), e);
    }
  }

  /** Opens the metrics port. Without it, the agent carries bytes all the same, so a failure is only logged. */
  private Optional<MetricsServer> openMetrics(InetSocketAddress address) {
    try {
      return Optional.of(MetricsServer.open(ioLoops, address, core::metrics, ticker));
    } catch (IOException e) {
      log.warn("no metrics: {}; set 'metrics' to another address, or to 'off'", Failures.inWords(e));
      return Optional.empty();
    }
  }

  private static String rootMessage(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? Failures.inWords(e) : rootMessage(cause);
  }

  /** Returns the tunnels that are planned for the site; empty until a controller has sent a plan. */
  Optional<SiteTunnels> plannedTunnels() {
    return core.plannedTunnels();
  }

  /** Returns the port on which tunnels are accepted. */
  public int tunnelPort() {
    return Objects.requireNonNull(tunnelServer).port();
  }

  /** Returns the port to which handlers attach. */
  public int sitePort() {
    return Objects.requireNonNull(siteServer).getPort();
  }

  /** Returns the port from which handlers fetch. */
  public int fetchPort() {
    return Objects.requireNonNull(fetchServer).port();
  }

  /** Waits until the agent is closed. */
  public void awaitClosed() throws InterruptedException {
    owner.terminationFuture().await();
  }

  /** Closes everything, and returns when all of it is closed. It may be called twice. */
  @Override
  public void close() {
    if (owner.isShuttingDown()) {
      return;
    }
    if (siteServer != null) {
      siteServer.shutdownNow();
    }
    if (fetchServer != null) {
      fetchServer.close();
    }
    if (metricsServer != null) {
      metricsServer.close();
    }
    if (tunnelServer != null) {
      tunnelServer.close();
    }
    owner.submit(core::close).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    if (!sharesControllers) {
      controllers.close();
    }
    awaitSite();
    siteThreads.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    if (config.ioThreads() > 0) {
      end(ioLoops);
    }
    closeTls();
    closeStorage();
    end(owner);
  }

  private void closeTls() {
    if (tls != null) {
      tls.close();
    }
  }

  private void closeStorage() {
    try {
      storage.close();
    } catch (IOException e) {
      log.warn("the files of the spool and the cache could not be removed: {}", Failures.inWords(e));
    }
  }

  private static void end(EventLoopGroup loops) {
    loops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  private void awaitSite() {
    try {
      if (siteServer != null && !siteServer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        log.warn("the site port did not close within {} s", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
