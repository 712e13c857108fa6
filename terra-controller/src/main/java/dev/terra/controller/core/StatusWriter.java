package dev.terra.controller.core;

import dev.terra.api.v1.AgentStatus;
import dev.terra.api.v1.BundleBytes;
import dev.terra.api.v1.BundleStatus;
import dev.terra.api.v1.GrowthStep;
import dev.terra.api.v1.LinkStatus;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusRequest;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import java.util.Map;
import java.util.function.Function;

/** Writes down what the controller knows. */
final class StatusWriter {
  private final Wan wan;
  private final Routes routes;
  private final AgentBook agents;
  private final ShuffleBook shuffles;
  private final Rounds rounds;

  StatusWriter(Wan wan, Routes routes, AgentBook agents, ShuffleBook shuffles, Rounds rounds) {
    this.wan = wan;
    this.routes = routes;
    this.agents = agents;
    this.shuffles = shuffles;
    this.rounds = rounds;
  }

  Status write(StatusRequest request, EventLog events, long nowNanos) {
    Status.Builder status = Status.newBuilder()
        .setWan(wan.name())
        .setEpoch(rounds.epoch())
        .setUptimeSeconds(nowNanos / 1e9)
        .setOutstandingSeconds(shuffles.outstandingSeconds())
        .setRounds(rounds.count())
        .setLastRoundMillis(rounds.lastMillis())
        .addAllEvents(events.all());
    Map<LinkId, Long> loads = rounds.plan().loads();
    wan.links().forEach(link -> status.addLinks(link(link, loads)));
    agents.all().forEach(agent -> status.addAgents(agent(agent)));
    shuffles.ended().forEach(sums -> status.addShuffles(sums(request, sums, pair -> Map.of()).setEnded(true)));
    shuffles.active().forEach(shuffle -> status.addShuffles(sums(request, shuffle.sums(shuffle.gammaSeconds()),
        pair -> rounds.plan().of(new BundleId(shuffle.id(), pair.from(), pair.to())))));
    return status.build();
  }

  private LinkStatus link(Link link, Map<LinkId, Long> loads) {
    return LinkStatus.newBuilder()
        .setFrom(link.id().from().name())
        .setTo(link.id().to().name())
        .setUp(!rounds.isDown(link.id()))
        .setCapacityBytesPerSecond(link.capacity().bytesPerSecond())
        .setAllocatedBytesPerSecond(loads.getOrDefault(link.id(), 0L))
        .build();
  }

  private AgentStatus agent(AgentState agent) {
    return AgentStatus.newBuilder()
        .setSite(agent.site().name())
        .setAgent(agent.name())
        .setAlive(agent.live())
        .setTunnelsUp(agent.tunnelsUp())
        .setTunnels(routes.tunnelsFrom(agent.site()))
        .build();
  }

  private static ShuffleStatus.Builder sums(StatusRequest request, ShuffleSums sums, Function<Pair, Map<Path, Long>> rates) {
    ShuffleStatus.Builder status = ShuffleStatus.newBuilder()
        .setId(sums.id().value())
        .setArrivalSeconds(sums.arrivalSeconds())
        .setGammaSeconds(sums.gammaSeconds())
        .setProducedBytes(sums.producedBytes())
        .setUnplacedBytes(sums.unplacedBytes())
        .setSameSiteBytes(sums.sameSiteBytes());
    sums.startSeconds().ifPresent(status::setStartSeconds);
    sums.finishSeconds().ifPresent(status::setFinishSeconds);
    sums.bundles().forEach((pair, bundle) -> status.addBundles(bundle(pair, bundle, rates.apply(pair))));
    if (request.getGrowth()) {
      sums.growth().forEach(step -> status.addGrowth(growth(step)));
    }
    return status;
  }

  private static GrowthStep growth(MatrixGrowth.Step step) {
    GrowthStep.Builder message = GrowthStep.newBuilder().setAtSeconds(step.seconds());
    step.bytes().forEach((pair, bytes) -> message.addBundles(
        BundleBytes.newBuilder().setFrom(pair.from().name()).setTo(pair.to().name()).setBytes(bytes)));
    return message.build();
  }

  private static BundleStatus bundle(Pair pair, BundleState bundle, Map<Path, Long> rates) {
    BundleStatus.Builder status = BundleStatus.newBuilder()
        .setFrom(pair.from().name())
        .setTo(pair.to().name())
        .setExpectedBytes(bundle.expected())
        .setMovedBytes(bundle.moved())
        .setAcknowledgedBytes(bundle.acknowledged())
        .setWithdrawnBytes(bundle.withdrawn())
        .setBypassed(bundle.bypassed());
    rates.forEach((path, rate) ->
        status.addRates(RateOnPath.newBuilder().setPath(Routes.message(path)).setBytesPerSecond(rate)));
    return status.build();
  }
}
