package dev.terra.agent;

import dev.terra.agent.control.ControlEvents;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ProbeRequest;
import dev.terra.api.v1.SiteRoutes;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.core.shuffle.ShuffleId;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes what the controller says to the books that it concerns, and tells a new controller everything. On the agent's thread. */
final class ControlNews implements ControlEvents {
  private static final Logger log = LoggerFactory.getLogger(ControlNews.class);

  private final NetworkPlans plans;
  private final NetworkProbes probes;
  private final ShuffleBooks shuffles;
  private final ShuffleEnds ends;
  private final ControllerReports reports;
  private final BiConsumer<AgentEventKind, String> events;

  /** Who follows what the controller says of the network. */
  record NetworkWork(NetworkPlans plans, NetworkProbes probes) {}

  /**
   * Nothing heard yet.
   *
   * @param events notes what happened of the controller, and more in words
   */
  ControlNews(NetworkWork network, ShuffleBooks shuffles, ShuffleEnds ends, ControllerReports reports,
      BiConsumer<AgentEventKind, String> events) {
    this.plans = network.plans();
    this.probes = network.probes();
    this.shuffles = shuffles;
    this.ends = ends;
    this.reports = reports;
    this.events = events;
  }

  @Override
  public void welcome(ControllerWelcome welcome, Consumer<AgentReport> out) {
    log.info("attached to the controller");
    events.accept(AgentEventKind.CONTROLLER_ATTACHED, "");
    plans.begin(welcome);
    reports.tellAll(shuffles, out);
  }

  @Override
  public void tunnels(SiteTunnels plan) {
    log.info("the controller has changed the tunnels that are planned");
    plans.follow(plan);
  }

  @Override
  public void routes(SiteRoutes routes) {
    log.info("the controller has {} rules for this site's router, version {}", routes.getRulesCount(), routes.getVersion());
    probes.follow(routes);
  }

  @Override
  public void probe(ProbeRequest request) {
    probes.take(request);
  }

  @Override
  public void ofOlderTerm(String detail) {
    events.accept(AgentEventKind.OLDER_TERM, detail);
  }

  @Override
  public void epoch(Epoch epoch) {
    plans.take(epoch);
  }

  @Override
  public void placement(PlacementReport placement) {
    shuffles.place(placement);
  }

  @Override
  public void submitted(SubmittedPart part) {
    shuffles.take(part);
  }

  @Override
  public void ended(String shuffle) {
    ends.end(new ShuffleId(shuffle));
  }

  @Override
  public void lost(String reason) {
    log.warn("the controller is gone: {}; rates stay for the lease", reason);
    events.accept(AgentEventKind.CONTROLLER_LOST, reason);
  }
}
