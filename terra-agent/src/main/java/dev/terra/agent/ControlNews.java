package dev.terra.agent;

import dev.terra.agent.control.ControlEvents;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.TunnelPlan;
import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes what the controller says to the books that it concerns, and tells a new controller everything. On the agent's thread. */
final class ControlNews implements ControlEvents {
  private static final Logger log = LoggerFactory.getLogger(ControlNews.class);

  private final Core core;

  ControlNews(Core core) {
    this.core = core;
  }

  @Override
  public void welcome(ControllerWelcome welcome, Consumer<AgentReport> reports) {
    log.info("attached to the controller");
    core.events().add("controller-attached", core.config().controller().toString(), "");
    core.rates().session(welcome.getSession());
    List<Path> paths = new ArrayList<>();
    for (TunnelPlan plan : welcome.getTunnelsList()) {
      core.outlook().stockBytesPerSecond(new SiteId(plan.getTo()), plan.getStockBytesPerSecond());
      plan.getPathsList().forEach(path -> paths.add(toPath(path)));
    }
    core.tunnels().plan(paths);
    tellEverything(reports);
  }

  private void tellEverything(Consumer<AgentReport> reports) {
    core.reporter().forgetAllTold();
    for (String job : core.jobs().ids()) {
      core.jobs().report(job).ifPresent(report -> reports.accept(AgentReport.newBuilder().setShuffle(report).build()));
      reports.accept(AgentReport.newBuilder().setPlacement(core.jobs().placement(job)).build());
    }
    core.submissions().tellAll(reports);
    core.reporter().tellProgress(core.outbox().progress(), core.nowNanos(), reports);
    core.tellTunnels(reports);
  }

  private static Path toPath(WanPath path) {
    return Path.of(path.getSitesList().stream().map(SiteId::new).toList());
  }

  @Override
  public void epoch(Epoch epoch) {
    if (core.rates().apply(epoch)) {
      core.pump().refreshRates();
      core.pump().run();
    }
  }

  @Override
  public void placement(PlacementReport placement) {
    if (!core.submissions().knows(placement.getShuffle())) {
      core.jobs().place(placement);
    }
  }

  @Override
  public void submitted(SubmittedPart part) {
    if (core.submissions().take(part)) {
      core.reporter().shuffleChanged(part.getShuffle());
      core.pump().run();
    }
  }

  @Override
  public void ended(String job) {
    core.dropJob(job);
  }

  @Override
  public void lost(String reason) {
    log.warn("the controller is gone: {}; rates stay for the lease", reason);
    core.events().add("controller-lost", core.config().controller().toString(), reason);
  }
}
