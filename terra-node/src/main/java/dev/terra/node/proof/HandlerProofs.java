package dev.terra.node.proof;

import com.google.protobuf.ByteString;
import dev.terra.api.proof.FetchProofs;
import dev.terra.api.proof.ReadProof;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.ProofCheck;
import dev.terra.api.v1.ProofChecked;
import java.time.InstantSource;
import java.util.Optional;

/** Makes and checks proofs with the secrets of this node's jobs. Thread-safe. */
public final class HandlerProofs {
  private final JobSecrets secrets;
  private final InstantSource clock;

  /** Creates an object with these secrets; the clock is the wall clock. */
  public HandlerProofs(JobSecrets secrets, InstantSource clock) {
    this.secrets = secrets;
    this.clock = clock;
  }

  /** Returns a fetch with its proof, for this node's agent; unchanged if its job does not run here. */
  public FetchRequest prove(FetchRequest fetch, long session, String reader) {
    return secrets.of(fetch.getShuffle())
        .map(secret -> fetch.toBuilder().setProof(FetchProofs.make(secret, fetch, session, reader, clock.instant())).build())
        .orElse(fetch);
  }

  /**
   * Returns the key of a shuffle for an agent's session; empty if its job does not run here. It may be passed on only after a reader was
   * proven.
   */
  public ByteString key(String shuffle, long session) {
    return secrets.of(shuffle).map(secret -> ShuffleKey.of(secret, shuffle, session).toMessage()).orElse(ByteString.EMPTY);
  }

  /** Checks the proof of a reader that an agent of another site has sent, for this site's agent. */
  public ProofChecked check(ProofCheck check, long session) {
    ProofChecked.Builder answer = ProofChecked.newBuilder().setNumber(check.getNumber());
    Optional<byte[]> secret = secrets.of(check.getShuffle());
    if (secret.isEmpty()) {
      return answer.setRefusal("no job of shuffle " + check.getShuffle() + " runs here").build();
    }
    ShuffleKey readerKey = ShuffleKey.of(secret.get(), check.getShuffle(), check.getProof().getSession());
    Optional<String> refusal =
        FetchProofs.refusal(readerKey, check.getShuffle(), check.getOrigin(), check.getProof(), clock.instant());
    return refusal.map(answer::setRefusal)
        .orElseGet(() -> answer.setKey(key(check.getShuffle(), session)).setReaderKey(readerKey.toMessage())).build();
  }

  /** Returns whether the proof in an agent's request for a part of a shuffle allows the agent to have it; an empty text is no proof. */
  public boolean mayRead(String shuffle, String uri, String field) {
    Optional<ReadProof> proof = ReadProof.parse(uri, field);
    Optional<byte[]> secret = secrets.of(shuffle);
    return proof.isPresent() && secret.isPresent() && proof.get().isMadeWith(secret.get(), shuffle, clock.instant());
  }
}
