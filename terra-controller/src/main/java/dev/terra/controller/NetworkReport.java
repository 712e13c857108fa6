package dev.terra.controller;

import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.SwitchStatus;
import dev.terra.api.v1.TunnelStatus;
import dev.terra.api.v1.WanPath;
import dev.terra.controller.core.NetworkDriver;
import dev.terra.controller.core.NetworkFigures;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.TunnelFigures;
import dev.terra.core.wan.SiteId;

/** Says how tunnels follow their paths. */
final class NetworkReport {
  private final NetworkDriver driver;

  NetworkReport(NetworkDriver driver) {
    this.driver = driver;
  }

  /** The tunnels that agents have told of, and the rules of switches. */
  NetworkStatus of(ControllerView view) {
    NetworkFigures figures = driver.figures();
    NetworkStatus.Builder status = NetworkStatus.newBuilder().setMode(figures.mode()).setProblem(figures.problem());
    view.agents().values().forEach(agent -> agent.tunnels().forEach(tunnel -> status.addTunnels(tunnel(tunnel, figures))));
    figures.rules().forEach((site, rules) -> status.addSwitches(SwitchStatus.newBuilder().setSite(site.name()).setRules(rules)));
    return status.build();
  }

  private TunnelStatus.Builder tunnel(TunnelFigures tunnel, NetworkFigures figures) {
    TunnelStatus.Builder status = TunnelStatus.newBuilder()
        .setPath(WanPath.newBuilder().addAllSites(tunnel.path().sites().stream().map(SiteId::name).toList()))
        .setUp(tunnel.up()).setProblem(tunnel.reason());
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
}
