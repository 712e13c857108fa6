package dev.terra.agent;

import com.google.common.collect.ImmutableSet;
import dev.terra.agent.control.ControllerOrders;
import dev.terra.agent.control.Reporter;
import dev.terra.agent.site.Announcements;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.submit.SubmittedTransfers;
import dev.terra.agent.tunnel.TunnelTarget;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.QueueResidency;
import dev.terra.api.v1.RatesInForce;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.TunnelPlan;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the orders of the controller: it puts tunnels, rates and routes in force, and begins, places and ends shuffles. It also ends
 * the shuffles that a handler ends. It is used on the agent's thread only.
 */
final class Control implements ControllerOrders, Announcements {
  private static final Logger log = LoggerFactory.getLogger(Control.class);

  private final LocalSite site;
  private final AgentNetwork network;
  private final Sending sending;
  private final Receiving receiving;
  private final SubmittedTransfers transfers;
  private final Reporter reporter;
  private final ControllerReports reports;
  private final NetworkProbes probes;
  private volatile @Nullable SiteTunnels planned;

  /** Creates a part that has received no orders yet. */
  Control(LocalSite site, AgentNetwork network, Data data, Reports reports, NetworkProbes probes) {
    this.site = site;
    this.network = network;
    this.sending = data.sending;
    this.receiving = data.receiving;
    this.transfers = data.transfers;
    this.reporter = reports.reporter;
    this.reports = reports.all;
    this.probes = probes;
  }

  /** The parts that hold shuffles. */
  record Data(Sending sending, Receiving receiving, SubmittedTransfers transfers) {}

  /** The parts that report to the controller. */
  record Reports(Reporter reporter, ControllerReports all) {}

  @Override
  public void welcome(ControllerWelcome welcome) {
    log.info("attached to the controller");
    site.events().add(AgentEventKind.CONTROLLER_ATTACHED, "controller", "");
    network.rates().session(welcome.getSession());
    plan(welcome.getTunnels());
    network.outlook().places().replace(welcome.getResidencyList());
    receiving.cache().review();
    site.handlers().follow(QueueResidency.newBuilder().addAllQueues(welcome.getResidencyList()).build());
    if (welcome.hasClasses()) {
      follow(welcome.getClasses());
    }
    site.handlers().classes().tellAll();
    reports.everything(network.client().hadRates() ? network.rates().inForce() : RatesInForce.getDefaultInstance());
  }

  @Override
  public void command(ControllerMessage command) {
    switch (command.getCommandCase()) {
      case TUNNELS -> plan(command.getTunnels());
      case ROUTES -> probes.follow(command.getRoutes());
      case PROBE -> probes.take(command.getProbe());
      case EPOCH -> epoch(command.getEpoch());
      case PLACEMENT -> place(command.getPlacement());
      case SUBMITTED -> submitted(command.getSubmitted());
      case ENDED -> end(new ShuffleId(command.getEnded().getShuffle()));
      case CLASSES -> follow(command.getClasses());
      case QUEUES -> receiving.nameQueues(command.getQueues().getQueueByShuffleMap());
      case ALIVE, WELCOME, SLICES -> { } // nothing to do here
      case COMMAND_NOT_SET -> log.warn("the controller sent a command that this agent's version does not support; it is ignored");
    }
  }

  @Override
  public void lost(String reason) {
    log.warn("the connection to the controller is lost: {}; the agent keeps its rates until the lease ends", reason);
    site.events().add(AgentEventKind.CONTROLLER_LOST, "controller", reason);
  }

  /** Puts the planned tunnels in force, and notes the rates of the stock paths. */
  void plan(SiteTunnels plan) {
    log.info("the controller plans tunnels to {} sites", plan.getDestinationsCount());
    accept(plan);
    planned = plan;
    List<TunnelTarget> targets = new ArrayList<>();
    for (TunnelPlan destination : plan.getDestinationsList()) {
      destination.getTunnelsList().forEach(tunnel -> targets.add(TunnelTarget.of(tunnel)));
    }
    plan.getDestinationsList().forEach(destination ->
        network.outlook().stockBytesPerSecond(new SiteId(destination.getTo()), destination.getStockBytesPerSecond()));
    network.tunnels().plan(targets);
  }

  /** Puts the controller's rules of latency classes in force, and passes them to the handlers. */
  private void follow(ClassRules rules) {
    network.context().marks().follow(ClassMessages.of(rules.getMarks()));
    sending.decisions().small().follow(rules);
    site.handlers().follow(rules);
  }

  private void accept(SiteTunnels plan) {
    network.context().accepted().follow(plan.getAccepted().getPathsList().stream().map(WanPaths::of)
        .collect(ImmutableSet.toImmutableSet()), site.ticker().read());
    network.tunnels().acceptedChanged();
  }

  /** Returns the planned tunnels; empty until a controller has sent a plan. It may be called on any thread. */
  Optional<SiteTunnels> planned() {
    return Optional.ofNullable(planned);
  }

  private void epoch(Epoch epoch) {
    if (network.rates().apply(epoch)) {
      sending.ratesChanged();
    }
  }

  /** Places the readers of a job's shuffle. The receivers of a submitted shuffle are placed by its parts instead. */
  private void place(PlacementReport placement) {
    if (!transfers.knows(new ShuffleId(placement.getShuffle()))) {
      sending.decisions().place(placement);
    }
  }

  private void submitted(SubmittedPart part) {
    if (transfers.take(part)) {
      reporter.changed(new ShuffleId(part.getShuffle()));
      sending.send();
    }
  }

  /** Ends a shuffle in all parts of this agent; returns whether it had not ended before. */
  private boolean end(ShuffleId shuffle) {
    if (!sending.decisions().end(shuffle)) {
      return false;
    }
    log.info("shuffle {} is over", shuffle);
    reporter.tellLast(sending.progress(shuffle), site.ticker().read());
    transfers.drop(shuffle);
    sending.end(shuffle);
    receiving.end(shuffle);
    network.rates().dropShuffle(shuffle);
    reporter.forget(shuffle);
    return true;
  }

  @Override
  public void ended(ShuffleId shuffle) {
    if (end(shuffle)) {
      reporter.ended(shuffle);
      network.tunnels().broadcast(FrameType.SHUFFLE_ENDED, ShuffleEnded.newBuilder().setShuffle(shuffle.value()).build());
    }
  }

  @Override
  public void handlers(HandlerDirectory directory) {
    network.tunnels().broadcast(FrameType.DIRECTORY, directory);
  }
}
