package dev.terra.agent.proof;

import dev.terra.api.proof.FetchProofs;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.v1.FetchProof;
import dev.terra.api.v1.FetchRequest;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The proof that the reader of a fetch has to make before it gets a byte. It can be checked here once the origin's handler has sent the key
 * for this agent's session; until then it is sent to the origin with the request. It is used on the agent's thread only.
 */
public final class ReaderProof {
  private final FetchRequest request;
  private final ShuffleKeys keys;
  private final SiteId source;
  private final InstantSource clock;
  private final boolean needed;
  private boolean accepted;
  private String refusal = "";

  private ReaderProof(FetchRequest request, ShuffleKeys keys, SiteId source, InstantSource clock, boolean needed) {
    this.request = request;
    this.keys = keys;
    this.source = source;
    this.clock = clock;
    this.needed = needed;
    this.accepted = !needed;
  }

  /**
   * Returns the proof of a handler's fetch.
   *
   * @param source the site whose handler sends the key
   */
  public static ReaderProof of(FetchRequest request, ShuffleKeys keys, SiteId source, InstantSource clock) {
    return new ReaderProof(request, keys, source, clock, true);
  }

  /** Returns the proof for the agent itself, which reads what was submitted to it. */
  public static ReaderProof notNeeded(SiteId source) {
    return new ReaderProof(FetchRequest.getDefaultInstance(), new ShuffleKeys(), source, InstantSource.system(), false);
  }

  /** Returns the message for the origin, if anything has to be proved. */
  public Optional<FetchProof> message() {
    return needed ? Optional.of(request.getProof()) : Optional.empty();
  }

  /** Checks the proof, if it has not been checked and the key has arrived. */
  public void check() {
    if (!accepted && refusal.isEmpty()) {
      keys.find(new ShuffleId(request.getShuffle()), source).ifPresent(this::check);
    }
  }

  /** Returns whether the reader may have what it requests; false as long as that is not known. */
  public boolean isAccepted() {
    return accepted;
  }

  /** Returns why the reader gets nothing, once that is known. */
  public Optional<String> refusal() {
    return refusal.isEmpty() ? Optional.empty() : Optional.of(refusal);
  }

  private void check(ShuffleKey given) {
    refusal = FetchProofs.refusal(given, request.getShuffle(), request.getOriginIp(), request.getProof(), clock.instant()).orElse("");
    accepted = refusal.isEmpty();
  }
}
