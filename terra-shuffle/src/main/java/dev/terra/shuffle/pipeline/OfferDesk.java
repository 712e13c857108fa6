package dev.terra.shuffle.pipeline;

import dev.terra.api.v1.EarlierReader;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.SegmentLength;
import dev.terra.shuffle.fetch.BroadcastReaders;
import dev.terra.shuffle.fetch.BroadcastReaders.Claim;
import dev.terra.shuffle.fetch.RepeatRule;
import dev.terra.shuffle.fetch.ShuffleRequest;
import dev.terra.shuffle.fetch.Verdict.Ask;
import dev.terra.shuffle.output.MapId;
import dev.terra.shuffle.output.MapOutputIndex;
import dev.terra.shuffle.output.OutputRegistry;
import dev.terra.shuffle.output.OutputWatcher;
import dev.terra.shuffle.output.ShuffleName;
import dev.terra.shuffle.site.AgentLinks;
import dev.terra.shuffle.site.HandlerIdentity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Turns a fetch into an offer to the site's agent, unless it comes for the second time because its redirect did not work.
 * Thread-safe, never blocks.
 */
public final class OfferDesk {
  private final OutputRegistry registry;
  private final OutputWatcher watcher;
  private final AgentLinks agents;
  private final RepeatRule repeats = new RepeatRule();
  private final BroadcastReaders broadcasts;

  /** Offers what the registry knows, and what the watcher finds at once. */
  public OfferDesk(OutputRegistry registry, OutputWatcher watcher, AgentLinks agents, LongSupplier nanoClock) {
    this.registry = registry;
    this.watcher = watcher;
    this.agents = agents;
    this.broadcasts = new BroadcastReaders(nanoClock);
  }

  /**
   * An agent's decision about a part of a shuffle.
   *
   * @param reader the number by which agents know a reader of a broadcast who is not the first at its site; else empty
   * @param claim the turn of a reader of a broadcast; else empty
   */
  record Answer(FetchDecision decision, ShuffleName shuffle, OptionalInt reader, Optional<Claim> claim) {}

  /**
   * The agent's decision; empty where none can be had: an output is unknown, the fetch was redirected before, or no agent can be asked.
   * Whoever asks says then whether it was {@link #redirected} or {@link #notRedirected}, and may complete the answer before.
   */
  CompletableFuture<Optional<Answer>> ask(Ask ask) {
    List<MapId> unknown = ask.request().maps().stream().filter(map -> !registry.contains(map)).toList();
    CompletableFuture<Optional<Answer>> answer = new CompletableFuture<>();
    CompletableFuture<Void> known = unknown.isEmpty() ? CompletableFuture.completedFuture(null) : watcher.lookUp(ask.job(), unknown);
    CompletableFuture<Optional<Answer>> unused =
        known.thenCompose(done -> answer.isDone() ? CompletableFuture.completedFuture(Optional.<Answer>empty()) : offer(ask))
            .whenComplete((given, error) -> answer.complete(error == null ? given : Optional.empty()));
    return answer;
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
    FetchOffer.Builder offer = FetchOffer.newBuilder().setUser(ask.job().user()).setClientIp(ask.clientIp());
    for (int map = 0; map < indexes.size(); map++) {
      offer.addSegments(SegmentLength.newBuilder().setMap(request.maps().get(map).value())
          .setPartLength(indexes.get(map).partLength(request.reduce())).setRawLength(indexes.get(map).rawLength(request.reduce())));
    }
    return offer(ask, request.shuffle(partitions), offer);
  }

  private CompletableFuture<Optional<Answer>> offer(Ask ask, ShuffleName shuffle, FetchOffer.Builder offer) {
    Optional<Claim> claim = shuffle.isBroadcast() ? broadcasts.claim(ask) : Optional.empty();
    boolean refused = shuffle.isBroadcast() ? claim.isEmpty() : repeats.isRepeat(ask.clientIp(), ask.request());
    if (refused) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    int reducer = shuffle.reducer(ask.request().reduce(), ask.clientSiteNumber());
    offer.setJob(shuffle.toString()).setReduce(reducer)
        .setNeededVersion(shuffle.edge().isPresent() ? HandlerIdentity.DAG_VERSION : HandlerIdentity.PROTOCOL_VERSION);
    claim.ifPresent(turn -> describe(turn, ask, reducer, offer));
    OptionalInt reader = offer.getReduce() == reducer ? OptionalInt.empty() : OptionalInt.of(offer.getReduce());
    return agents.offer(offer.build()).thenApply(given -> given.map(decision -> new Answer(decision, shuffle, reader, claim)));
  }

  private static void describe(Claim claim, Ask ask, int firstReader, FetchOffer.Builder offer) {
    offer.setBroadcastSites(ask.siteCount()).setReduce(firstReader + claim.turn() * ask.siteCount());
    claim.earlier().forEach(before -> offer.addEarlier(EarlierReader.newBuilder().setMap(before.map().value())
        .setReduce(firstReader + before.turn() * ask.siteCount()).setDue(before.due())));
    if (claim.turn() > 0 || !claim.earlier().isEmpty()) {
      offer.setNeededVersion(HandlerIdentity.BROADCAST_VERSION);
    }
  }

  /** A client was redirected. */
  void redirected(Ask ask, Answer answer) {
    answer.claim().ifPresentOrElse(
        claim -> broadcasts.redirected(ask, claim), () -> repeats.redirected(ask.clientIp(), ask.request()));
  }

  /** A client was not redirected, whatever the answer was. */
  void notRedirected(Ask ask) {
    broadcasts.release(ask);
  }

  /** Forgets a job. */
  public void jobEnded(String job) {
    repeats.jobEnded(job);
    broadcasts.jobEnded(job);
  }
}
