package dev.terra.shuffle.pipeline;

import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.SegmentLength;
import dev.terra.shuffle.fetch.ShuffleRequest;
import dev.terra.shuffle.fetch.Verdict.Ask;
import dev.terra.shuffle.output.MapId;
import dev.terra.shuffle.output.MapOutputIndex;
import dev.terra.shuffle.output.OutputRegistry;
import dev.terra.shuffle.output.OutputWatcher;
import dev.terra.shuffle.site.AgentLinks;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Turns a fetch into an offer to the site's agent. Thread-safe, never blocks. */
public final class OfferDesk {
  private final OutputRegistry registry;
  private final OutputWatcher watcher;
  private final AgentLinks agents;

  /** Offers what the registry knows, and what the watcher finds at once. */
  public OfferDesk(OutputRegistry registry, OutputWatcher watcher, AgentLinks agents) {
    this.registry = registry;
    this.watcher = watcher;
    this.agents = agents;
  }

  /** The agent's decision; empty where none can be had: an output is unknown, or no agent can be asked. */
  CompletableFuture<Optional<FetchDecision>> ask(Ask ask) {
    List<MapId> unknown = ask.request().maps().stream().filter(map -> !registry.contains(map)).toList();
    if (unknown.isEmpty()) {
      return offer(ask);
    }
    return watcher.lookUp(ask.job(), unknown).thenCompose(done -> offer(ask));
  }

  private CompletableFuture<Optional<FetchDecision>> offer(Ask ask) {
    ShuffleRequest request = ask.request();
    FetchOffer.Builder offer = FetchOffer.newBuilder().setJob(request.job()).setUser(ask.job().user())
        .setReduce(request.reduce()).setClientIp(ask.clientIp());
    for (MapId map : request.maps()) {
      Optional<MapOutputIndex> index = registry.find(map).map(OutputRegistry.Output::index)
          .filter(found -> request.reduce() < found.partitions());
      if (index.isEmpty()) {
        return CompletableFuture.completedFuture(Optional.empty());
      }
      offer.addSegments(SegmentLength.newBuilder().setMap(map.value())
          .setPartLength(index.get().partLength(request.reduce())).setRawLength(index.get().rawLength(request.reduce())));
    }
    return agents.offer(offer.build());
  }
}
