package dev.terra.node.offer;

import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.agent.AgentLinks;
import dev.terra.node.agent.Decided;
import dev.terra.node.agent.OfferedFetch;
import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.NodeOutput;
import dev.terra.node.output.NodeShuffle;
import dev.terra.node.output.OutputLookup;
import dev.terra.node.output.OutputRegistry.Output;
import dev.terra.node.output.OutputRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Turns a fetch into an offer to the site's agent, unless it comes for the second time because its redirect did not work.
 * Thread-safe, never blocks.
 */
public final class OfferDesk {
  private final OutputRegistry registry;
  private final OutputLookup lookup;
  private final AgentLinks agents;
  private final RepeatRule repeats = new RepeatRule();

  /** Offers what the registry knows, and what is found at once. */
  public OfferDesk(OutputRegistry registry, OutputLookup lookup, AgentLinks agents) {
    this.registry = registry;
    this.lookup = lookup;
    this.agents = agents;
  }

  /**
   * An agent's decision about a part of a shuffle.
   *
   * @param partitions how many each of the outputs has
   * @param broadcast whether any number of readers get the part
   */
  public record Answer(Decided decided, int partitions, boolean broadcast) {
    /** What was decided. */
    public FetchDecision decision() {
      return decided.decision();
    }
  }

  /**
   * The agent's decision; empty where none can be had: an output is unknown, the fetch was redirected before, or no agent can be asked.
   * The caller says then whether it was {@link #redirected} or {@link #notRedirected}, and may complete the answer before.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // What goes wrong is an answer without a decision.
  public CompletableFuture<Optional<Answer>> ask(RemoteFetch fetch) {
    List<NodeOutput> unknown = fetch.outputs().stream().filter(output -> !registry.contains(output)).toList();
    CompletableFuture<Optional<Answer>> answer = new CompletableFuture<>();
    CompletableFuture<Void> known = unknown.isEmpty() ? CompletableFuture.completedFuture(null) : lookup.lookUp(fetch.job(), unknown);
    known.thenCompose(done -> answer.isDone() ? CompletableFuture.completedFuture(Optional.<Answer>empty()) : offer(fetch))
        .whenComplete((given, error) -> {
          Optional<Answer> found = error == null ? given : Optional.empty();
          if (!answer.complete(found)) {
            found.ifPresent(this::notRedirected);
          }
        });
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
    FetchOffer.Builder offer = FetchOffer.newBuilder().setClientIp(fetch.clientIp());
    outputs.forEach(output -> offer.addSegments(segment(output, fetch.reduce())));
    return offer(fetch, outputs.get(0), offer);
  }

  private static SegmentLength segment(Output output, int reduce) {
    return SegmentLength.newBuilder().setOutput(output.output().id()).setName(output.output().name())
        .setPartLength(output.index().partLength(reduce)).setRawLength(output.index().rawLength(reduce)).build();
  }

  private CompletableFuture<Optional<Answer>> offer(RemoteFetch fetch, Output first, FetchOffer.Builder offer) {
    NodeShuffle shuffle = first.shuffle();
    if (!shuffle.broadcast() && repeats.isRepeat(fetch)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    offer.setShuffle(shuffle.toString()).setPartition(fetch.reduce());
    agents.classes().ifPresent(classes -> offer.setLatencyClass(ClassMessages.of(classes.of(fetch.job().id()))));
    return agents.offer(new OfferedFetch(offer.build(), fetch.job(), shuffle))
        .thenApply(given -> given.map(decided -> new Answer(decided, first.index().partitions(), shuffle.broadcast())));
  }

  /** The shuffle of the outputs; empty if that is not known, as before they were asked for. */
  public Optional<ShuffleId> shuffle(RemoteFetch fetch) {
    return registry.find(fetch.outputs().get(0)).map(output -> output.shuffle().id());
  }

  /** A client was redirected. */
  public void redirected(RemoteFetch fetch, Answer answer) {
    if (!answer.broadcast()) {
      repeats.redirected(fetch);
    }
  }

  /** A client was not redirected, whatever the answer was: the agent of a redirect gets a message. */
  public void notRedirected(Answer answer) {
    answer.decided().drop();
  }

  /** Forgets a job. */
  public void jobEnded(String job) {
    repeats.jobEnded(job);
  }
}
