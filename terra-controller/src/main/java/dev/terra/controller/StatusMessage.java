package dev.terra.controller;

import dev.terra.api.v1.AgentStatus;
import dev.terra.api.v1.BundleBytes;
import dev.terra.api.v1.BundleStatus;
import dev.terra.api.v1.GrowthStep;
import dev.terra.api.v1.HandlerStatus;
import dev.terra.api.v1.LinkStatus;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.SliceStatus;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusEvent;
import dev.terra.api.v1.WaitQuantiles;
import dev.terra.api.wan.WanPaths;
import dev.terra.controller.view.AgentFigures;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.Conditions;
import dev.terra.controller.view.Conditions.LinkCondition;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.GrowthFigures;
import dev.terra.controller.view.HandlerFigures;
import dev.terra.controller.view.LinkFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.controller.view.SliceFigures;
import dev.terra.core.view.Waits;
import java.util.Optional;

/** Makes the status message for people and tools from a view. It is used on the thread that requests the message. */
public final class StatusMessage {
  private StatusMessage() {}

  /**
   * Returns the message that describes a view.
   *
   * @param growth whether the message holds the steps in which shuffles grew, which are many
   * @param insecure whether the controller has no TLS
   */
  public static Status of(ControllerView view, boolean growth, boolean insecure) {
    Status.Builder status = Status.newBuilder()
        .setWan(view.wan())
        .setEpoch(view.rounds().epoch())
        .setUptimeSeconds(view.atSeconds())
        .setOutstandingSeconds(view.outstandingSeconds())
        .setRounds(view.rounds().count())
        .setLastRoundMillis(view.rounds().lastMillis())
        .setInsecure(insecure);
    Conditions conditions = new Conditions(view);
    view.links().values().forEach(link -> status.addLinks(
        link(link, conditions.of(link)).setDrained(view.operator().drainedLinks().contains(link.id()))));
    view.agents().values().forEach(agent -> status.addAgents(
        agent(agent).setDrained(view.operator().drainedAgents().contains(agent.id().site()))));
    view.shuffles().forEach(shuffle -> status.addShuffles(shuffle(shuffle, growth)));
    view.events().forEach(event -> status.addEvents(event(event)));
    return status.build();
  }

  private static LinkStatus.Builder link(LinkFigures link, LinkCondition condition) {
    LinkStatus.Builder status = LinkStatus.newBuilder()
        .setFrom(link.id().from().name())
        .setTo(link.id().to().name())
        .setUp(link.up())
        .setState(condition.state().id())
        .setReason(condition.reason().orElse(""))
        .setCapacityBytesPerSecond(link.nominal().bytesPerSecond())
        .setAllocatedBytesPerSecond(link.allocated().bytesPerSecond());
    status.setCarriedBytesPerSecond(link.carried().bytesPerSecond());
    link.measured().ifPresent(measured ->
        status.setMeasuredBytesPerSecond(measured.capacity().bytesPerSecond()).setMeasuredAtSeconds(measured.atSeconds()));
    return status;
  }

  private static AgentStatus.Builder agent(AgentFigures agent) {
    AgentStatus.Builder status = AgentStatus.newBuilder()
        .setSite(agent.id().site().name())
        .setAgent(agent.id().name())
        .setAlive(agent.live())
        .setTunnelsUp(agent.tunnelsUp())
        .setTunnels(agent.plannedTunnels())
        .addAllHandlers(agent.handlers().stream().map(handler -> handler(agent, handler)).toList())
        .addAllSlices(agent.slices().stream().map(StatusMessage::slice).toList())
        .setReason(agent.reason());
    quantiles(agent.waits().firstByte()).ifPresent(status::setFirstByte);
    quantiles(agent.waits().lastByte()).ifPresent(status::setLastByte);
    return status;
  }

  private static Optional<WaitQuantiles> quantiles(Waits waits) {
    return waits.count() == 0 ? Optional.empty() : Optional.of(WaitQuantiles.newBuilder().setCount(waits.count())
        .setP50Seconds(waits.quantileSeconds(0.5).orElse(0)).setP99Seconds(waits.quantileSeconds(0.99).orElse(0)).build());
  }

  private static SliceStatus slice(SliceFigures slice) {
    return SliceStatus.newBuilder().setSlice(slice.slice()).setAgent(slice.agent()).setAlive(slice.live()).setReason(slice.reason())
        .setTunnelsUp(slice.tunnelsUp()).setFetches(slice.fetches()).setProtocolVersion(slice.version())
        .addAllCapabilities(slice.capabilities()).build();
  }

  private static HandlerStatus handler(AgentFigures agent, HandlerFigures handler) {
    return HandlerStatus.newBuilder().setHost(handler.host()).setIp(handler.ip()).setService(handler.service())
        .setVersion(handler.version()).setStockReason(agent.whyStock(handler)).build();
  }

  private static ShuffleStatus shuffle(ShuffleFigures shuffle, boolean growth) {
    ShuffleStatus.Builder status = ShuffleStatus.newBuilder()
        .setId(shuffle.id().value())
        .setEnded(shuffle.ended())
        .setFailure(shuffle.failure().orElse(""))
        .setArrivalSeconds(shuffle.arrivalSeconds())
        .setGammaSeconds(shuffle.gammaSeconds())
        .setProducedBytes(shuffle.producedBytes())
        .setUnplacedBytes(shuffle.unplacedBytes())
        .setSameSiteBytes(shuffle.sameSiteBytes())
        .setRestoreSeconds(shuffle.restoreSeconds())
        .setQueue(shuffle.queue().orElse(""))
        .setObserved(shuffle.descriptor().observed())
        .setWeight(shuffle.terms().weight())
        .setPriority(shuffle.terms().priority())
        .setDeadlineProblem(shuffle.deadlineProblem().orElse(""));
    shuffle.terms().deadlineSeconds().ifPresent(status::setDeadlineSeconds);
    shuffle.startSeconds().ifPresent(status::setStartSeconds);
    shuffle.finishSeconds().ifPresent(status::setFinishSeconds);
    shuffle.bundles().forEach(bundle -> status.addBundles(bundle(bundle)));
    if (growth) {
      shuffle.growth().forEach(step -> status.addGrowth(growth(step)));
    }
    return status.build();
  }

  private static GrowthStep growth(GrowthFigures step) {
    GrowthStep.Builder message = GrowthStep.newBuilder().setAtSeconds(step.atSeconds());
    step.added().forEach(bundle -> message.addBundles(
        BundleBytes.newBuilder().setFrom(bundle.from().name()).setTo(bundle.to().name()).setBytes(bundle.bytes())));
    return message.build();
  }

  private static BundleStatus bundle(BundleFigures bundle) {
    BundleStatus.Builder status = BundleStatus.newBuilder()
        .setFrom(bundle.from().name())
        .setTo(bundle.to().name())
        .setExpectedBytes(bundle.expectedBytes())
        .setMovedBytes(bundle.movedBytes())
        .setAcknowledgedBytes(bundle.acknowledgedBytes())
        .setWithdrawnBytes(bundle.withdrawnBytes())
        .setSavedBytes(bundle.onLinks().savedBytes())
        .setCompressSeconds(bundle.onLinks().compressSeconds())
        .setBypassed(bundle.bypassed());
    bundle.rates().forEach((path, rate) ->
        status.addRates(RateOnPath.newBuilder().setPath(WanPaths.message(path)).setBytesPerSecond(rate)));
    return status.build();
  }

  private static StatusEvent event(ControllerEvent event) {
    return StatusEvent.newBuilder()
        .setAtSeconds(event.atSeconds()).setWhat(event.kind().id()).setTarget(event.target()).setDetail(event.detail()).build();
  }
}
