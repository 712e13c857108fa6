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

/** Says how tunnels follow their paths, and finds out whether they really do. */
public final class NetworkReport {
  /** So many that a lost one does not matter, and so few that they are no traffic: 5 KB a tunnel. */
  private static final int FRAMES = 20;
  /** They are sent within 0.6 s and answered within a round trip; links full of shuffles take seconds. */
  private static final long PROBE_MILLIS = 4_000;
  /** TCP finds the rate of a long link within two of them, and queues are looked at for the other three. */
  private static final int FILL_MILLIS = 5_000;
  /** How often links may be filled: a twelfth of the time at most, as jobs are slowed down meanwhile. */
  private static final double FILLS_PER_SECOND = 1 / 60.0;
  /** Agents beat every half second; one that does not answer for so long is about to be lost. */
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

  /** The tunnels that agents have told of, and the rules of switches. Any thread. */
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
   * Probes all tunnels, and returns the report with the results. Waits some seconds for them.
   *
   * @param fill whether all links are filled before, so that it shows which of them keep classes
   * @throws ExecutionException if the network's controller cannot be asked, or links were filled within the last minute
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

  /** Links are about to be filled; fails if they were within the last minute. */
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
