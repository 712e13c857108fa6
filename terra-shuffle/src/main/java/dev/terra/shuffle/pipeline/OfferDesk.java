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
import dev.terra.shuffle.output.ShuffleName;
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

  /** An agent's decision about outputs with so many partitions. */
  record Answer(FetchDecision decision, int partitions) {}

  /** The agent's decision; empty where none can be had: an output is unknown, or no agent can be asked. */
  CompletableFuture<Optional<Answer>> ask(Ask ask) {
    List<MapId> unknown = ask.request().maps().stream().filter(map -> !registry.contains(map)).toList();
    if (unknown.isEmpty()) {
      return offer(ask);
    }
    return watcher.lookUp(ask.job(), unknown).thenCompose(done -> offer(ask));
  }

  private CompletableFuture<Optional<Answer>> offer(Ask ask) {
    ShuffleRequest request = ask.request();
    List<MapOutputIndex> indexes = request.maps().stream()
        .flatMap(map -> registry.find(map).map(OutputRegistry.Output::index).stream()).toList();
    int partitions = indexes.isEmpty() ? 0 : indexes.get(0).partitions();
    boolean whole = indexes.size() == request.maps().size() && request.reduce() < partitions
        && indexes.stream().allMatch(index -> index.partitions() == partitions);
    if (!whole) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    ShuffleName shuffle = request.shuffle(partitions);
    FetchOffer.Builder offer = FetchOffer.newBuilder().setJob(shuffle.toString()).setUser(ask.job().user())
        .setReduce(shuffle.reducer(request.reduce(), ask.clientSiteNumber())).setClientIp(ask.clientIp());
    for (int map = 0; map < indexes.size(); map++) {
      offer.addSegments(SegmentLength.newBuilder().setMap(request.maps().get(map).value())
          .setPartLength(indexes.get(map).partLength(request.reduce())).setRawLength(indexes.get(map).rawLength(request.reduce())));
    }
    return agents.offer(offer.build(), request.isDag())
        .thenApply(answer -> answer.map(decision -> new Answer(decision, partitions)));
  }
}
