package dev.terra.node.offer;

import dev.terra.api.v1.EarlierReader;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.SegmentLength;
import dev.terra.node.agent.AgentLinks;
import dev.terra.node.agent.OfferedFetch;
import dev.terra.node.offer.BroadcastReaders.Claim;
import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.NodeOutput;
import dev.terra.node.output.NodeShuffle;
import dev.terra.node.output.OutputLookup;
import dev.terra.node.output.OutputRegistry.Output;
import dev.terra.node.output.OutputRegistry;
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
  private final OutputLookup lookup;
  private final AgentLinks agents;
  private final RepeatRule repeats = new RepeatRule();
  private final BroadcastReaders broadcasts;

  /** Offers what the registry knows, and what is found at once. */
  public OfferDesk(OutputRegistry registry, OutputLookup lookup, AgentLinks agents, LongSupplier nanoClock) {
    this.registry = registry;
    this.lookup = lookup;
    this.agents = agents;
    this.broadcasts = new BroadcastReaders(nanoClock);
  }

  /**
   * An agent's decision about a part of a shuffle.
   *
   * @param partitions how many each of the outputs has
   * @param reader the number by which agents know a reader of a broadcast who is not the first at its site; else empty
   * @param claim the turn of a reader of a broadcast; else empty
   */
  public record Answer(FetchDecision decision, int partitions, OptionalInt reader, Optional<Claim> claim) {}

  /**
   * The agent's decision; empty where none can be had: an output is unknown, the fetch was redirected before, or no agent can be asked.
   * Whoever asks says then whether it was {@link #redirected} or {@link #notRedirected}, and may complete the answer before.
   */
  public CompletableFuture<Optional<Answer>> ask(RemoteFetch fetch) {
    List<NodeOutput> unknown = fetch.outputs().stream().filter(output -> !registry.contains(output)).toList();
    CompletableFuture<Optional<Answer>> answer = new CompletableFuture<>();
    CompletableFuture<Void> known = unknown.isEmpty() ? CompletableFuture.completedFuture(null) : lookup.lookUp(fetch.job(), unknown);
    CompletableFuture<Optional<Answer>> unused =
        known.thenCompose(done -> answer.isDone() ? CompletableFuture.completedFuture(Optional.<Answer>empty()) : offer(fetch))
            .whenComplete((given, error) -> answer.complete(error == null ? given : Optional.empty()));
    return answer;
  }

  private CompletableFuture<Optional<Answer>> offer(RemoteFetch fetch) {
    List<Output> outputs = fetch.outputs().stream().flatMap(output -> registry.find(output).stream()).toList();
    List<MapOutputIndex> indexes = outputs.stream().map(Output::index).toList();
    int partitions = indexes.isEmpty() ? 0 : indexes.get(0).partitions();
    boolean whole = indexes.size() == fetch.outputs().size() && fetch.reduce() < partitions
        && indexes.stream().allMatch(index -> index.partitions() == partitions);
    if (!whole) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    FetchOffer.Builder offer = FetchOffer.newBuilder().setClientIp(fetch.client().ip());
    outputs.forEach(output -> offer.addSegments(segment(output, fetch.reduce())));
    return offer(fetch, outputs.get(0), offer);
  }

  private static SegmentLength segment(Output output, int reduce) {
    return SegmentLength.newBuilder().setOutput(output.output().id()).setName(output.output().name())
        .setPartLength(output.index().partLength(reduce)).setRawLength(output.index().rawLength(reduce)).build();
  }

  private CompletableFuture<Optional<Answer>> offer(RemoteFetch fetch, Output first, FetchOffer.Builder offer) {
    NodeShuffle shuffle = first.shuffle();
    Optional<Claim> claim = shuffle.broadcast() ? broadcasts.claim(fetch) : Optional.empty();
    boolean refused = shuffle.broadcast() ? claim.isEmpty() : repeats.isRepeat(fetch);
    if (refused) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    int reducer = shuffle.reducer(fetch.reduce(), fetch.client().siteNumber());
    offer.setShuffle(shuffle.toString()).setReduce(reducer);
    claim.ifPresent(turn -> describe(turn, fetch, reducer, offer));
    OptionalInt reader = offer.getReduce() == reducer ? OptionalInt.empty() : OptionalInt.of(offer.getReduce());
    return agents.offer(new OfferedFetch(offer.build(), fetch.job(), shuffle))
        .thenApply(given -> given.map(decision -> new Answer(decision, first.index().partitions(), reader, claim)));
  }

  private static void describe(Claim claim, RemoteFetch fetch, int firstReader, FetchOffer.Builder offer) {
    offer.setBroadcastSites(fetch.client().siteCount()).setReduce(firstReader + claim.turn() * fetch.client().siteCount());
    claim.earlier().forEach(before -> offer.addEarlier(EarlierReader.newBuilder().setOutput(before.output().id())
        .setReduce(firstReader + before.turn() * fetch.client().siteCount()).setDue(before.due())));
  }

  /** A client was redirected. */
  public void redirected(RemoteFetch fetch, Answer answer) {
    answer.claim().ifPresentOrElse(
        claim -> broadcasts.redirected(fetch, claim), () -> repeats.redirected(fetch));
  }

  /** A client was not redirected, whatever the answer was. */
  public void notRedirected(RemoteFetch fetch) {
    broadcasts.release(fetch);
  }

  /** Forgets a job. */
  public void jobEnded(String job) {
    repeats.jobEnded(job);
    broadcasts.jobEnded(job);
  }
}
