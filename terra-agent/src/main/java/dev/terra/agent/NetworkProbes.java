package dev.terra.agent;

import dev.terra.agent.control.ReportStream;
import dev.terra.agent.route.RouterRules;
import dev.terra.agent.tunnel.PassedOn;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ProbeReport;
import dev.terra.api.v1.ProbeRequest;
import dev.terra.api.v1.RouteCount;
import dev.terra.api.v1.RoutesReport;
import dev.terra.api.v1.SiteRoutes;
import dev.terra.api.v1.TunnelCounts;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.wan.Path;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out for the controller which way tunnels take. It sends probes on the tunnels that begin here, and reports how many probes were
 * answered, how many bytes were relayed, and what the router has counted. It also puts the router's rules in force. It is used on the
 * agent's thread only.
 */
final class NetworkProbes implements RouterRules.Outcome {
  private static final Logger log = LoggerFactory.getLogger(NetworkProbes.class);
  private static final Guard GUARD = new Guard("a probe of the tunnels", log::warn);
  /** The time between two probes. It is long enough for each probe to be a packet of its own. */
  private static final long PROBE_MILLIS = 30;
  /** The most probes for one request; more would be noticeable traffic. */
  private static final int MAX_FRAMES = 100;

  /** The time between two attempts to fill connections. At the rates of a WAN, a full connection takes longer than this to empty. */
  private static final long FILL_PAUSE_MILLIS = 10;
  /** The longest time for which links are filled on one request. A longer one would delay jobs. */
  private static final long MOST_FILL_MILLIS = 10_000;

  private final Tunnels tunnels;
  private final PassedOn passedOn;
  private final RouterRules router;
  private final EventLoop owner;
  private final ReportStream out;
  /** The number of requests to fill links that are still in progress. */
  private int fillers;

  NetworkProbes(Tunnels tunnels, PassedOn passedOn, RouterRules router, EventLoop owner, ReportStream out) {
    this.tunnels = tunnels;
    this.passedOn = passedOn;
    this.router = router;
    this.owner = owner;
    this.out = out;
  }

  /** Puts rules of the site's router in force, and reports the outcome. */
  void follow(SiteRoutes routes) {
    log.info("the controller has {} rules for this site's router, version {}", routes.getRulesCount(), routes.getVersion());
    router.apply(routes, this);
  }

  @Override
  public void applied(RoutesReport report) {
    out.send(AgentReport.newBuilder().setRoutes(report).build());
  }

  @Override
  public void counted(long number, List<RouteCount> routes) {
    out.send(AgentReport.newBuilder().setProbe(report(number).addAllRoutes(routes)).build());
  }

  /** Carries out a request: fills links if it has a duration, and sends probes if it has frames, or else reports all counts. */
  void take(ProbeRequest request) {
    if (request.getFillMillis() > 0) {
      tunnels.forgetQueues();
      startFilling(Math.min(MOST_FILL_MILLIS, request.getFillMillis()));
    }
    if (request.getFrames() > 0) {
      send(Math.min(MAX_FRAMES, request.getFrames()));
    } else {
      router.count(request.getNumber(), this);
    }
  }

  private void send(int frames) {
    tunnels.probe();
    if (frames > 1) {
      OneShot.after(owner, PROBE_MILLIS, TimeUnit.MILLISECONDS, GUARD, () -> send(frames - 1));
    }
  }

  private void startFilling(long millis) {
    fillers++;
    OneShot.after(owner, millis, TimeUnit.MILLISECONDS, GUARD, () -> fillers--);
    if (fillers == 1) {
      fill();
    }
  }

  private void fill() {
    tunnels.fill(fillers > 0);
    if (fillers > 0) {
      OneShot.after(owner, FILL_PAUSE_MILLIS, TimeUnit.MILLISECONDS, GUARD, this::fill);
    }
  }

  private ProbeReport.Builder report(long number) {
    ProbeReport.Builder report = ProbeReport.newBuilder().setNumber(number);
    Map<Path, TunnelCounts.Builder> counts = new HashMap<>();
    tunnels.planned().forEach(status -> of(counts, status.path())
        .setAnswered(status.connections().stream().mapToLong(Tunnel::answeredProbes).sum()));
    passedOn.bytes().forEach((path, bytes) -> of(counts, path).setPassedOnBytes(bytes));
    counts.values().forEach(report::addTunnels);
    return report;
  }

  private static TunnelCounts.Builder of(Map<Path, TunnelCounts.Builder> counts, Path path) {
    return counts.computeIfAbsent(path, key -> TunnelCounts.newBuilder().setPath(WanPaths.message(key)));
  }
}
