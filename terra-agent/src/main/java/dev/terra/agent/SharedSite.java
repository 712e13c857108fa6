package dev.terra.agent;

import com.google.common.collect.ImmutableSortedSet;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.control.ControllerChannels;
import dev.terra.agent.control.HostClient;
import dev.terra.agent.trace.SpanExporter;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.process.Periodic;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.core.failure.Failures;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.netty.channel.DefaultEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that shares its site with other processes. It runs an agent for each slice that the controller assigns to it. An agent whose
 * slice is taken over from a failed process begins like an agent that was restarted: handlers, other sites and the controller report their
 * state to it again. It takes the planned tunnels from another agent of this process. Agents are opened and closed on a separate thread.
 */
public final class SharedSite implements HostClient.Slices, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SharedSite.class);
  /** The time after which an agent that could not be opened is tried again, since a port may be in use for a moment. */
  private static final long RETRY_MILLIS = 500;
  private static final long CLOSE_SECONDS = 30;

  private final AgentConfig config;
  private final @Nullable SpanExporter exporter;
  private final @Nullable TlsFiles tls;
  private final DefaultEventLoop owner;
  private final ScheduledExecutorService changes;
  private final ControllerChannels controllers;
  private final HostClient client;
  private final Map<Integer, Agent> agents = new ConcurrentSkipListMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Guard guard = new Guard("a change of slices", log::error);
  private SortedSet<Integer> wanted = ImmutableSortedSet.of();

  private SharedSite(AgentConfig config, @Nullable SpanExporter exporter, @Nullable TlsFiles tls, Random random) {
    this.config = config;
    this.exporter = exporter;
    this.tls = tls;
    this.owner = new DefaultEventLoop(new DefaultThreadFactory("terra-host-" + config.site(), true));
    this.changes = Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("terra-slices-" + config.site(), true));
    ChannelCredentials credentials = tls == null ? InsecureChannelCredentials.create() : tls.toController();
    this.controllers = ControllerChannels.open(config.controllers(), credentials);
    this.client = new HostClient(config.id(), random.nextLong(), this, controllers, owner);
  }

  /**
   * Starts a process without agents. It opens agents when the controller assigns slices to it.
   *
   * @param exporter exports the spans of traced fetches; if null, no fetch is traced
   * @param random the source of session numbers
   * @throws IOException if the files for TLS cannot be read
   */
  public static SharedSite start(AgentConfig config, @Nullable SpanExporter exporter, Random random) throws IOException {
    TlsFiles tls = config.tls().isEmpty() ? null
        : TlsFiles.open(config.tls().get(), PeerIdentity.site(config.site().name()), log::info, log::warn);
    SharedSite site = new SharedSite(config, exporter, tls, random);
    site.owner.execute(site.client::start);
    long beat = ProtocolTiming.BEAT.millis();
    Periodic.every(site.owner, beat, TimeUnit.MILLISECONDS, new Guard("a beat of " + config.id(), log::error), site.client::tick);
    return site;
  }

  @Override
  public void carry(SortedSet<Integer> held) {
    changes.execute(() -> want(held));
  }

  private void want(SortedSet<Integer> held) {
    if (!held.equals(wanted)) {
      log.info("agent {} carries slices {} of {}", config.id(), held, config.share().agents());
    }
    wanted = held;
    agree();
  }

  /** Closes the agents of slices that are not wanted, and opens agents for the slices that are missing. */
  private void agree() {
    agents.forEach((slice, agent) -> {
      if (!wanted.contains(slice)) {
        agents.remove(slice);
        agent.close();
      }
    });
    for (int slice : wanted) {
      if (!agents.containsKey(slice)) {
        open(slice);
      }
    }
  }

  private void open(int slice) {
    try {
      SiteTunnels tunnels = agents.values().stream().flatMap(agent -> agent.plannedTunnels().stream()).findFirst().orElse(null);
      agents.put(slice, Agent.start(config.ofSlice(slice), exporter, new Agent.Shared(controllers, tunnels)));
    } catch (IOException | RuntimeException | Error e) { // without another attempt the slice would have no agent
      log.error("slice {} of {} cannot be carried, trying again: {}", slice, config.site(), Failures.inWords(e));
      OneShot.after(changes, RETRY_MILLIS, TimeUnit.MILLISECONDS, guard, this::agree);
    }
  }

  @Override
  public SortedSet<Integer> carried() {
    return ImmutableSortedSet.copyOf(agents.keySet());
  }

  /** Returns the agent of a slice; empty if this process does not carry the slice. */
  public Optional<Agent> agent(int slice) {
    return Optional.ofNullable(agents.get(slice));
  }

  /** Waits until this process is closed. */
  public void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /** Closes everything, and returns when all of it is closed. It may be called twice. */
  @Override
  public void close() {
    if (changes.isShutdown()) {
      return;
    }
    owner.submit(client::close).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    changes.execute(() -> want(ImmutableSortedSet.of()));
    changes.shutdown();
    try {
      if (!changes.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        log.warn("the agents of {} did not close within {} s", config.id(), CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    controllers.close();
    owner.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    if (tls != null) {
      tls.close();
    }
    closed.countDown();
  }
}
