package dev.terra.agent;

import dev.terra.agent.control.RateBook;
import dev.terra.agent.send.Pump;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.TunnelPlan;
import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;

/** Puts in force what the controller plans: tunnels, stock rates and rates. On the agent's thread. */
final class NetworkPlans {
  private final Tunnels tunnels;
  private final RateBook rates;
  private final NetworkOutlook outlook;
  private final Pump pump;

  NetworkPlans(Tunnels tunnels, RateBook rates, NetworkOutlook outlook, Pump pump) {
    this.tunnels = tunnels;
    this.rates = rates;
    this.outlook = outlook;
    this.pump = pump;
  }

  /** A controller's plan of tunnels; its epochs are to follow. */
  void begin(ControllerWelcome welcome) {
    rates.session(welcome.getSession());
    List<Path> paths = new ArrayList<>();
    for (TunnelPlan plan : welcome.getTunnelsList()) {
      outlook.stockBytesPerSecond(new SiteId(plan.getTo()), plan.getStockBytesPerSecond());
      plan.getPathsList().forEach(path -> paths.add(toPath(path)));
    }
    tunnels.plan(paths);
  }

  private static Path toPath(WanPath path) {
    return Path.of(path.getSitesList().stream().map(SiteId::new).toList());
  }

  /** New rates. */
  void take(Epoch epoch) {
    if (rates.apply(epoch)) {
      pump.refreshRates();
      pump.run();
    }
  }
}
