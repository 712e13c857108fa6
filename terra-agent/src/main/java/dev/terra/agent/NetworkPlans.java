package dev.terra.agent;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableSet;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.send.Pump;
import dev.terra.agent.tunnel.AcceptedPaths;
import dev.terra.agent.tunnel.TunnelTarget;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.v1.TunnelPlan;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts in force what the controller plans: tunnels, stock rates and rates. On the agent's thread. */
final class NetworkPlans {
  private static final Logger log = LoggerFactory.getLogger(NetworkPlans.class);

  private final Tunnels tunnels;
  private final AcceptedPaths accepted;
  private final Ticker ticker;
  private final RateBook rates;
  private final NetworkOutlook outlook;
  private final Pump pump;
  private volatile Optional<SiteTunnels> newest = Optional.empty();

  NetworkPlans(Ways ways, RateBook rates, NetworkOutlook outlook, Pump pump) {
    this.tunnels = ways.tunnels;
    this.accepted = ways.accepted;
    this.ticker = ways.ticker;
    this.rates = rates;
    this.outlook = outlook;
    this.pump = pump;
  }

  /** The tunnels, those that are opened here and those that are accepted. */
  record Ways(Tunnels tunnels, AcceptedPaths accepted, Ticker ticker) {}

  /** A controller's session begins with its plan of tunnels; its epochs are to follow. */
  void begin(ControllerWelcome welcome) {
    rates.session(welcome.getSession());
    follow(welcome.getTunnels());
  }

  /** Tunnels as they are planned from now on. */
  void follow(SiteTunnels plan) {
    accept(plan);
    newest = Optional.of(plan);
    List<TunnelTarget> targets = new ArrayList<>();
    for (TunnelPlan destination : plan.getDestinationsList()) {
      destination.getTunnelsList().forEach(tunnel -> targets.add(TunnelTarget.of(tunnel)));
    }
    plan.getDestinationsList().forEach(destination ->
        outlook.stockBytesPerSecond(new SiteId(destination.getTo()), destination.getStockBytesPerSecond()));
    tunnels.plan(targets);
  }

  private void accept(SiteTunnels plan) {
    if (plan.hasAccepted()) {
      accepted.follow(plan.getAccepted().getPathsList().stream()
          .map(path -> Path.of(path.getSitesList().stream().map(SiteId::new).toList())).collect(ImmutableSet.toImmutableSet()),
              ticker.read());
      tunnels.acceptedChanged();
    } else {
      log.warn("INSECURE: the controller, which is of an earlier version, does not say which tunnels of other sites it plans: all are "
          + "accepted; upgrade it");
      accepted.unsaid();
    }
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
