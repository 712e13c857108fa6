package dev.terra.controller;

import dev.terra.api.door.DoorBounds;
import dev.terra.api.door.Entrance;
import dev.terra.api.door.GrpcDoor;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.door.PortName;
import dev.terra.api.door.ShadedDoor;
import dev.terra.api.tls.TlsFiles;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.LatencyClass;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port at which agents, job masters and commands reach a controller. It is open for as long as the controller's process runs:
 * agents connect to every controller, and wait for the one that leads.
 */
public final class ControllerPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerPort.class);
  /** The largest message that is taken, in bytes. A report of 100,000 reducers is below 1 MiB. */
  private static final int MAX_MESSAGE_BYTES = 4 << 20;
  /** The most streams per agent. An agent has one stream, and some that are dead but not yet detected. */
  private static final int MAX_STREAMS_PER_AGENT = 8;
  /** The agents of one site may have at most all streams divided by this number. */
  private static final int SITES_PARTS = 2;
  private static final long SHUTDOWN_SECONDS = 5;
  /**
   * The most connections from one address, and in all. They suffice for all agents of the largest WAN and for some hundred job
   * masters, many of which may share the address of a gateway.
   */
  private static final DoorBounds BOUNDS = new DoorBounds(2_048, 8_192);
  /** The number of threads for I/O. There is little traffic, and scheduling has a thread of its own. */
  private static final int IO_THREADS = 2;

  private final EventLoopGroup ioThreads =
      new MultiThreadIoEventLoopGroup(IO_THREADS, new DefaultThreadFactory("terra-controller-io", true), NioIoHandler.newFactory());

  private final ScheduledExecutorService executor;
  private final LongSupplier ticker;
  private final int maxStreams;
  private final boolean insecure;
  private final Server server;
  private final GrpcDoor door;
  private StandbyAgents waiting;
  private volatile Duty duty;

  private ControllerPort(Listening listening, ScheduledExecutorService executor, LongSupplier ticker) throws IOException {
    this.executor = executor;
    this.ticker = ticker;
    this.maxStreams = MAX_STREAMS_PER_AGENT * listening.agents;
    this.insecure = listening.tls.isEmpty() || listening.openElection;
    standBy();
    this.door = new GrpcDoor(new ShadedDoor(new Entrance(new PortName("controller port", LOG::warn), BOUNDS,
        new KnownAddresses(), null)));
    mark(ClassMarks.USUAL);
    NettyServerBuilder builder = door.server(
        listening.address, listening.tls.map(TlsFiles::ofServer).orElseGet(InsecureServerCredentials::create), ioThreads);
    listening.tls.ifPresent(on -> builder.intercept(new PeerGate(maxStreams / SITES_PARTS)));
    this.server = start(builder.intercept(door.proofs()));
  }

  /** Marks the packets that the controller sends as interactive, since they are Terra's own control traffic. */
  void mark(ClassMarks marks) {
    door.mark(marks.typeOfService(LatencyClass.INTERACTIVE));
  }

  private Server start(NettyServerBuilder builder) throws IOException {
    try {
      return builder
          .intercept(new CallerAddress())
          .addService(new ControllerService(() -> duty, insecure))
          .addService(new ShufflesService(() -> duty))
          .maxInboundMessageSize(MAX_MESSAGE_BYTES)
          .permitKeepAliveTime(1, TimeUnit.SECONDS)
          .permitKeepAliveWithoutCalls(true)
          .build()
          .start();
    } catch (IOException e) {
      end(ioThreads);
      throw e;
    }
  }

  private static void end(EventLoopGroup threads) {
    threads.shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * The address on which a controller listens, and the peers that it accepts.
   *
   * @param address the address and port; port 0 takes a free one
   * @param tls the files with which every agent and client must prove its identity; if empty, any identity is believed
   * @param agents the number of agents that may attach
   * @param openElection whether any client may change which controller leads
   */
  public record Listening(InetSocketAddress address, Optional<TlsFiles> tls, int agents, boolean openElection) {
    /** Creates the settings of a controller without standbys, or with an election that other clients cannot change. */
    public Listening(InetSocketAddress address, Optional<TlsFiles> tls, int agents) {
      this(address, tls, agents, false);
    }
  }

  /**
   * Opens the port of a controller that stands by.
   *
   * @param executor an executor with exactly one thread, on which all of the controller's state lives
   * @param ticker monotonic nanoseconds
   * @throws IOException if the controller cannot listen at the address
   */
  public static ControllerPort open(Listening listening, ScheduledExecutorService executor, LongSupplier ticker) throws IOException {
    return new ControllerPort(listening, executor, ticker);
  }

  ScheduledExecutorService executor() {
    return executor;
  }

  LongSupplier ticker() {
    return ticker;
  }

  int maxStreams() {
    return maxStreams;
  }

  boolean isInsecure() {
    return insecure;
  }

  /** Begins to lead, and takes over the streams of the agents that waited. */
  synchronized void lead(Duty.Leading leading) {
    duty = new Duty(leading.loop().agents(), Optional.of(leading));
    leading.loop().start(waiting);
  }

  /** Begins to stand by: new streams wait for a leader. */
  synchronized void standBy() {
    waiting = new StandbyAgents(executor, ticker, maxStreams);
    duty = new Duty(waiting, Optional.empty());
  }

  /** Returns the address on which the controller listens. */
  public SocketAddress address() {
    return server.getListenSockets().get(0);
  }

  /** Returns the port on which the controller listens. */
  public int port() {
    return server.getPort();
  }

  @Override
  public synchronized void close() {
    waiting.close(ControllerThread.STOPS);
    server.shutdown();
    try {
      if (!server.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    end(ioThreads);
  }
}
