package dev.terra.controller;

import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.ProbeReport;
import dev.terra.api.v1.TunnelCounts;
import dev.terra.api.v1.TunnelStatus;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Route;
import dev.terra.network.rules.RouteCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out from the probes on all tunnels whether each tunnel follows its path: whether its probes were answered, and whether each
 * hop of the path counted them. It has no state that changes.
 */
final class Verification {
  /** The least size of a probe's frame in bytes. */
  private static final int FRAME_BYTES = 16;
  /** The share of the probes that must arrive. */
  private static final double SHARE = 0.5;

  private final int frames;
  private final ProbeCounts before;
  private final ProbeCounts after;

  Verification(int frames, ProbeCounts before, ProbeCounts after) {
    this.frames = frames;
    this.before = before;
    this.after = after;
  }

  /** Returns the status with the result for each tunnel. */
  NetworkStatus of(NetworkStatus status) {
    List<Route> routes = new ArrayList<>();
    status.getTunnelsList().stream().filter(tunnel -> tunnel.getUp() && tunnel.hasLabel())
        .forEach(tunnel -> routes.add(new Route(WanPaths.of(tunnel.getPath()), tunnel.getLabel())));
    Map<Path, String> doubts = new HashMap<>();
    RouteCheck.inDoubt(routes, frames, before.rules(), after.rules()).forEach((route, why) -> doubts.put(route.path(), why));
    NetworkStatus.Builder verified = status.toBuilder().clearTunnels();
    status.getTunnelsList().forEach(tunnel -> verified.addTunnels(result(tunnel, doubt(tunnel, doubts).orElse(null))));
    return verified.build();
  }

  private static TunnelStatus result(TunnelStatus tunnel, @Nullable String doubt) {
    TunnelStatus.Builder result = tunnel.toBuilder().setVerified(doubt == null);
    if (doubt != null) {
      result.setProblem(tunnel.getProblem().isEmpty() ? doubt : tunnel.getProblem() + "; " + doubt);
    }
    return result.build();
  }

  private Optional<String> doubt(TunnelStatus tunnel, Map<Path, String> doubts) {
    Path path = WanPaths.of(tunnel.getPath());
    if (!tunnel.getUp()) {
      return Optional.of("it is down");
    }
    long answered = count(after, path.from(), path).getAnswered() - count(before, path.from(), path).getAnswered();
    if (answered < frames * SHARE) {
      return Optional.of(answered + " of " + frames + " probes were answered");
    }
    return tunnel.hasLabel() ? Optional.ofNullable(doubts.get(path)) : passedOn(path);
  }

  /** Returns why sites on the path seem not to have passed on a tunnel's probes; empty if they have. */
  private Optional<String> passedOn(Path path) {
    for (SiteId site : path.sites().subList(1, path.sites().size() - 1)) {
      long bytes = count(after, site, path).getPassedOnBytes() - count(before, site, path).getPassedOnBytes();
      if (bytes < frames * SHARE * 2 * FRAME_BYTES) {
        return Optional.of("the agent of " + site + " has passed on " + bytes + " bytes of its probes");
      }
    }
    return Optional.empty();
  }

  private static TunnelCounts count(ProbeCounts counts, SiteId site, Path path) {
    return counts.agents().getOrDefault(site, ProbeReport.getDefaultInstance()).getTunnelsList().stream()
        .filter(tunnel -> WanPaths.of(tunnel.getPath()).equals(path)).findFirst().orElse(TunnelCounts.getDefaultInstance());
  }
}
