package dev.terra.controller;

import dev.terra.api.process.ProcessEnd;
import dev.terra.api.tls.TlsFiles;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.ControllerState;
import dev.terra.controller.core.NetworkDriver;
import dev.terra.controller.core.OperatorDesk;
import dev.terra.controller.core.OperatorRequest;
import dev.terra.controller.view.ActionFigures;
import dev.terra.controller.view.ViewFeed;
import dev.terra.schedule.explain.ScheduledRound;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running controller: the state, its thread and the gRPC server. It does not own the executor it is given. */
public final class ControllerServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerServer.class);
  /** A report of 100,000 reducers is below 1 MiB; what is larger is none. */
  private static final int MAX_MESSAGE_BYTES = 4 << 20;
  /** One per agent, and old ones of which nobody has noticed yet that they are dead. */
  private static final int MAX_STREAMS_PER_SITE = 8;
  private static final long SHUTDOWN_SECONDS = 5;

  private final ControllerLoop loop;
  private final Server server;
  private final NetworkDriver network;

  private ControllerServer(ControllerLoop loop, Server server, NetworkDriver network) {
    this.loop = loop;
    this.server = server;
    this.network = network;
  }

  /**
   * Starts a controller.
   *
   * @param settings what it is made from
   * @param address where to listen; port 0 takes a free one
   * @param executor of exactly one thread, on which all of its state lives
   * @param ticker monotonic nanoseconds
   * @throws IOException if it cannot listen there
   */
  public static ControllerServer start(
      ControllerSettings settings, InetSocketAddress address, ScheduledExecutorService executor, LongSupplier ticker)
      throws IOException {
    return start(settings, address, executor, ticker, Optional.empty());
  }

  /**
   * Starts a controller.
   *
   * @param tls with which every agent and client has to show who it is; without it all are believed
   * @throws IOException if it cannot listen there
   */
  public static ControllerServer start(ControllerSettings settings, InetSocketAddress address, ScheduledExecutorService executor,
      LongSupplier ticker, Optional<TlsFiles> tls) throws IOException {
    int maxStreams = MAX_STREAMS_PER_SITE * settings.wan().sites().size();
    ControllerLoop loop = new ControllerLoop(new ControllerState(settings), executor, ticker, maxStreams,
        ProcessEnd.of("the controller", LOG::error));
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(address, tls.map(TlsFiles::ofServer).orElseGet(InsecureServerCredentials::create));
    tls.ifPresent(on -> builder.intercept(new PeerGate()));
    Server server = builder
        .addService(new ControllerService(loop, new NetworkReport(settings.network().driver(), loop)))
        .addService(new ShufflesService(loop))
        .maxInboundMessageSize(MAX_MESSAGE_BYTES)
        .permitKeepAliveTime(1, TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true)
        .build()
        .start();
    loop.start();
    ControllerServer running = new ControllerServer(loop, server, settings.network().driver());
    LOG.info("controller of {} listens on {}", settings.wan(), running.address());
    return running;
  }

  /** Where it listens. */
  public SocketAddress address() {
    return server.getListenSockets().get(0);
  }

  /** The port on which it listens. */
  public int port() {
    return server.getPort();
  }

  /** What the controller knows, for any thread. */
  public ViewFeed views() {
    return loop.views();
  }

  /** What the last round worked with, and the schedule that stands since; empty if there was nothing to send. For any thread. */
  public Optional<ScheduledRound> lastRound() {
    return loop.lastRound();
  }

  /**
   * Has the controller do what an operator wants; done when agents have been told the schedule that follows.
   *
   * @return fails with what {@link OperatorDesk#act} throws, or {@link java.util.concurrent.RejectedExecutionException}
   */
  public CompletableFuture<ActionFigures> act(OperatorRequest request) {
    return loop.commands().submit(nowNanos -> loop.operator().act(request, nowNanos));
  }

  /** Takes back what an operator wanted; as {@link #act}. */
  public CompletableFuture<ActionFigures> undo(long action, String by) {
    return loop.commands().submit(nowNanos -> loop.operator().undo(action, by, nowNanos));
  }

  /** For how long it has been running, as its views count. */
  public double uptimeSeconds() {
    return loop.uptimeSeconds();
  }

  /** Waits until it is closed. */
  public void awaitTermination() throws InterruptedException {
    server.awaitTermination();
  }

  @Override
  public void close() {
    network.close();
    loop.stop().orTimeout(SHUTDOWN_SECONDS, TimeUnit.SECONDS).exceptionally(late -> null).join();
    server.shutdown();
    try {
      if (!server.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
