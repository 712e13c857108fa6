package dev.terra.agent;

import com.google.common.base.Ticker;
import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.HandlerReporter;
import dev.terra.agent.control.Reporter;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.site.HandlerState;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.LinkReport;
import dev.terra.api.v1.LinkReports;
import dev.terra.api.v1.RatesInForce;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Tells the controller how bundles and tunnels are, if it listens. On the agent's thread. */
final class ControllerReports {
  private final ControlClient control;
  private final Reporter reporter;
  private final Outbox outbox;
  private final Tunnels tunnels;
  private final Supplier<RatesInForce> rates;
  private final Ticker ticker;
  private final HandlerReporter handlers = new HandlerReporter();
  private Supplier<Collection<HandlerState>> handlerStates = List::of;

  /**
   * Nothing told yet.
   *
   * @param rates by which the agent goes
   */
  ControllerReports(ControlClient control, Reporter reporter, Carrying carrying, Supplier<RatesInForce> rates, Ticker ticker) {
    this.control = control;
    this.reporter = reporter;
    this.outbox = carrying.outbox;
    this.tunnels = carrying.tunnels;
    this.rates = rates;
    this.ticker = ticker;
  }

  /** What is on its way, and over what. */
  record Carrying(Outbox outbox, Tunnels tunnels) {}

  /** Where the states of this site's handlers are to be had. */
  void readHandlers(Supplier<Collection<HandlerState>> states) {
    handlerStates = states;
  }

  /** Tells what has changed about this site's handlers. */
  void tellHandlers() {
    if (control.isReady()) {
      tellHandlers(control::send);
    }
  }

  /** Tells how far bundles are. */
  void tellProgress() {
    if (control.isReady()) {
      tellProgress(control::send);
    }
  }

  /** Tells of bundles for whose bytes somebody has begun to wait, and of those that have been sent. */
  void tellDemand() {
    if (control.isReady()) {
      List<Outbox.Progress> bundles = outbox.progress();
      reporter.tellDemand(bundles, ticker.read(), control::send);
      reporter.tellSent(bundles, ticker.read(), control::send);
    }
  }

  /** Tells how all tunnels are. */
  void tellTunnels() {
    if (control.isReady()) {
      tellTunnels(control::send);
    }
  }

  /** Tells what was measured on this site's links. */
  void tellLinks() {
    List<LinkReport> links = tunnels.takeLinkReports();
    if (!links.isEmpty() && control.isReady()) {
      control.send(AgentReport.newBuilder().setLinks(LinkReports.newBuilder().addAllLinks(links)).build());
    }
  }

  /** Tells of everything, to a new controller, which has to be told of shuffles first. */
  void tellAll(ShuffleBooks shuffles, Consumer<AgentReport> out) {
    reporter.forgetAllTold();
    handlers.forgetAllTold();
    shuffles.tellAll(out);
    tellProgress(out);
    tellTunnels(out);
    tellHandlers(out);
    out.accept(AgentReport.newBuilder()
        .setAllTold(control.hadRates() ? rates.get() : RatesInForce.getDefaultInstance()).build());
  }

  /** Tells something else, if the controller listens. */
  void tell(Consumer<Consumer<AgentReport>> teller) {
    if (control.isReady()) {
      teller.accept(control::send);
    }
  }

  private void tellHandlers(Consumer<AgentReport> out) {
    handlers.tell(handlerStates.get(), ticker.read(), out);
  }

  private void tellProgress(Consumer<AgentReport> out) {
    reporter.tellProgress(outbox.progress(), ticker.read(), out);
  }

  private void tellTunnels(Consumer<AgentReport> out) {
    reporter.tellTunnels(tunnels.planned(), outbox.deliveredBytes(), ticker.read(), out);
  }
}
