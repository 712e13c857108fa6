package dev.terra.agent.proof;

import dev.terra.api.proof.FetchProofs;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.v1.FetchProof;
import dev.terra.api.v1.FetchRequest;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the reader of a fetch has to prove before it gets a byte. It can be checked once the origin's handler has given the key for this
 * agent's session; until then it goes there with what is asked for. On the agent's thread.
 */
public final class ReaderProof {
  private final Optional<FetchRequest> request;
  private final Supplier<Optional<ShuffleKey>> key;
  private final InstantSource clock;
  private boolean accepted;
  private Optional<String> refusal = Optional.empty();

  private ReaderProof(Optional<FetchRequest> request, Supplier<Optional<ShuffleKey>> key, InstantSource clock) {
    this.request = request;
    this.key = key;
    this.clock = clock;
    this.accepted = request.isEmpty();
  }

  /** Of a handler's fetch. */
  public static ReaderProof of(FetchRequest request, Supplier<Optional<ShuffleKey>> key, InstantSource clock) {
    return new ReaderProof(Optional.of(request), key, clock);
  }

  /** Of this agent itself, which reads what was submitted for it. */
  public static ReaderProof notNeeded() {
    return new ReaderProof(Optional.empty(), Optional::empty, InstantSource.system());
  }

  /** What goes to the origin, if anything has to be proved. */
  public Optional<FetchProof> message() {
    return request.map(FetchRequest::getProof);
  }

  /** Whether the reader may have what it asks for; false as long as that is not known. */
  public boolean isAccepted() {
    if (!accepted && refusal.isEmpty()) {
      key.get().ifPresent(this::check);
    }
    return accepted;
  }

  /** Why the reader gets nothing, once that is known. */
  public Optional<String> refusal() {
    return refusal;
  }

  private void check(ShuffleKey given) {
    FetchRequest fetch = request.orElseThrow();
    refusal = FetchProofs.refusal(given, fetch.getShuffle(), fetch.getOriginIp(), fetch.getProof(), clock.instant());
    accepted = refusal.isEmpty();
  }
}
