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
 * Turns a fetch into an offer to the site's agent, unless the fetch comes for the second time because its redirect did not work.
 * Thread-safe; it never blocks.
 */
public final class OfferDesk {
  private final OutputRegistry registry;
  private final OutputLookup lookup;
  private final AgentLinks agents;
  private final RepeatRule repeats = new RepeatRule();

  /** Creates a desk that offers outputs of the registry, and those that the look-up finds at once. */
  public OfferDesk(OutputRegistry registry, OutputLookup lookup, AgentLinks agents) {
    this.registry = registry;
    this.lookup = lookup;
    this.agents = agents;
  }

  /**
   * An agent's decision about a part of a shuffle.
   *
   * @param partitions how many partitions each of the outputs has
   * @param broadcast true if any number of readers get the part
   */
  public record Answer(Decided decided, int partitions, boolean broadcast) {
    /** Returns the decision. */
    public FetchDecision decision() {
      return decided.decision();
    }
  }

  /**
   * Returns the agent's decision; empty if there is none: an output is unknown, the fetch was redirected before, or no agent can be asked.
   * The caller then calls {@link #redirected} or {@link #notRedirected}, and may complete the answer before.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // A failure is an answer without a decision.
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

  /** Returns the shuffle of the outputs; empty if it is not known, for example before the outputs are requested. */
  public Optional<ShuffleId> shuffle(RemoteFetch fetch) {
    return registry.find(fetch.outputs().get(0)).map(output -> output.shuffle().id());
  }

  /** Notes that a client was redirected. */
  public void redirected(RemoteFetch fetch, Answer answer) {
    if (!answer.broadcast()) {
      repeats.redirected(fetch);
    }
  }

  /** Notes that a client was not redirected, whatever the answer was. If a redirect was decided, its agent gets a message. */
  public void notRedirected(Answer answer) {
    answer.decided().drop();
  }

  /** Forgets a job. */
  public void jobEnded(String job) {
    repeats.jobEnded(job);
  }
}
