package dev.terra.agent;

import dev.terra.agent.control.RateBook;
import dev.terra.agent.send.Pump;
import dev.terra.agent.tunnel.TunnelTarget;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.v1.TunnelPlan;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts in force what the controller plans: tunnels, stock rates and rates. On the agent's thread. */
final class NetworkPlans {
  private final Tunnels tunnels;
  private final RateBook rates;
  private final NetworkOutlook outlook;
  private final Pump pump;
  private volatile Optional<SiteTunnels> newest = Optional.empty();

  NetworkPlans(Tunnels tunnels, RateBook rates, NetworkOutlook outlook, Pump pump) {
    this.tunnels = tunnels;
    this.rates = rates;
    this.outlook = outlook;
    this.pump = pump;
  }

  /** A controller's session begins with its plan of tunnels; its epochs are to follow. */
  void begin(ControllerWelcome welcome) {
    rates.session(welcome.getSession());
    follow(welcome.getTunnels());
  }

  /** Tunnels as they are planned from now on. */
  void follow(SiteTunnels plan) {
    newest = Optional.of(plan);
    List<TunnelTarget> targets = new ArrayList<>();
    for (TunnelPlan destination : plan.getDestinationsList()) {
      destination.getTunnelsList().forEach(tunnel -> targets.add(TunnelTarget.of(tunnel)));
    }
    plan.getDestinationsList().forEach(destination ->
        outlook.stockBytesPerSecond(new SiteId(destination.getTo()), destination.getStockBytesPerSecond()));
    tunnels.plan(targets);
  }

  /** The tunnels that are planned, once that is known; on any thread. */
  Optional<SiteTunnels> newest() {
    return newest;
  }

  /** New rates. */
  void take(Epoch epoch) {
    if (rates.apply(epoch)) {
      pump.refreshRates();
      pump.run();
    }
  }
}
