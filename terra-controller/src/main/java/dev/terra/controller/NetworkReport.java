package dev.terra.controller;

import com.google.common.util.concurrent.RateLimiter;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.ProbeReport;
import dev.terra.api.v1.SwitchStatus;
import dev.terra.api.v1.TunnelStatus;
import dev.terra.api.wan.WanPaths;
import dev.terra.controller.core.network.NetworkDriver;
import dev.terra.controller.core.network.NetworkFigures;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.TunnelFigures;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reports how tunnels follow their paths, and verifies that they do. */
public final class NetworkReport {
  /**
   * The probes for each tunnel. They are so many that a lost one does not matter, and so few that they add next to no traffic: 5 KB a
   * tunnel.
   */
  private static final int FRAMES = 20;
  /**
   * How long probes may take, in milliseconds. They are sent within 0.6 s and answered within a round trip, but on links that are
   * full of shuffles this takes seconds.
   */
  private static final long PROBE_MILLIS = 4_000;
  /**
   * For how long links are filled, in milliseconds. TCP reaches the rate of a long link within two seconds, and queues are observed
   * for the other three.
   */
  private static final int FILL_MILLIS = 5_000;
  /**
   * How often links may be filled, in times per second. Jobs are slowed down meanwhile, so links are filled for at most a twelfth of
   * the time.
   */
  private static final double FILLS_PER_SECOND = 1 / 60.0;
  /**
   * How long agents may take to answer, in seconds. Agents send a beat every half second, so an agent that does not answer for this
   * long is about to be lost.
   */
  private static final long ANSWER_SECONDS = 15;

  private final NetworkDriver driver;
  private final ControllerLoop loop;
  private final RateLimiter fills = RateLimiter.create(FILLS_PER_SECOND);

  NetworkReport(NetworkDriver driver, ControllerLoop loop) {
    this.driver = driver;
    this.loop = loop;
  }

  NetworkStatus of(ControllerView view) {
    return of(view, driver);
  }

  /** Returns the tunnels that agents have reported, and the rules of switches. It can be used by any thread. */
  public static NetworkStatus of(ControllerView view, NetworkDriver driver) {
    NetworkFigures figures = driver.figures();
    NetworkStatus.Builder status = NetworkStatus.newBuilder().setMode(figures.mode()).setProblem(figures.problem());
    view.agents().values().forEach(agent -> agent.tunnels().forEach(tunnel -> status.addTunnels(tunnel(tunnel, figures, driver))));
    figures.switches().forEach((site, each) -> status.addSwitches(SwitchStatus.newBuilder().setSite(site.name())
        .setRules(each.rules()).setQueued(each.queued()).setGroups(each.groups()).setProblem(each.problem())));
    return status.build();
  }

  private static TunnelStatus.Builder tunnel(TunnelFigures tunnel, NetworkFigures figures, NetworkDriver driver) {
    TunnelStatus.Builder status = TunnelStatus.newBuilder()
        .setPath(WanPaths.message(tunnel.path()))
        .setUp(tunnel.up()).setProblem(tunnel.reason())
        .addAllMarks(ClassMessages.marks(tunnel.classes())).setClasses(ClassMessages.of(tunnel.classes().queues()));
    NetworkFigures.Tunnel routed = figures.tunnels().get(tunnel.path());
    if (routed != null) {
      routed.label().ifPresent(status::setLabel);
      if (!routed.problem().isEmpty()) {
        status.setProblem(tunnel.reason().isEmpty() ? routed.problem() : tunnel.reason() + "; " + routed.problem());
      }
    }
    driver.connectTo(tunnel.path()).ifPresent(to -> status.setAddress(to.ip() + ":" + to.port()));
    return status;
  }

  /**
   * Probes all tunnels, and returns the report with the results. It waits some seconds for them.
   *
   * @param fill whether all links are filled first, which shows which of them keep latency classes
   * @throws ExecutionException if the network's controller cannot be reached, or links were filled within the last minute
   * @throws TimeoutException if an agent does not answer
   */
  NetworkStatus verified(boolean fill) throws ExecutionException, TimeoutException, InterruptedException {
    if (fill) {
      beginFill();
      loop.probe(1, FILL_MILLIS, FILL_MILLIS + PROBE_MILLIS).get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }
    ProbeCounts before = counts();
    loop.probe(FRAMES, 0, PROBE_MILLIS).get(ANSWER_SECONDS, TimeUnit.SECONDS);
    return new Verification(FRAMES, before, counts()).of(of(loop.views().current()));
  }

  /** Notes that links are about to be filled. Fails if they were filled within the last minute. */
  void beginFill() throws ExecutionException {
    if (!fills.tryAcquire()) {
      throw new ExecutionException("links were filled within the last minute, and jobs would be slowed down again; wait a minute", null);
    }
  }

  private ProbeCounts counts() throws ExecutionException, TimeoutException, InterruptedException {
    Map<SiteId, ProbeReport> agents = loop.count().get(ANSWER_SECONDS, TimeUnit.SECONDS);
    try {
      return new ProbeCounts(agents, driver.packets(agents));
    } catch (IllegalStateException e) {
      throw new ExecutionException(e.getMessage(), e);
    }
  }
}
