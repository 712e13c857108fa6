package dev.terra.agent.support;

import com.google.protobuf.ByteString;
import dev.terra.api.proof.FetchProofs;
import dev.terra.api.proof.ReadProof;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.FetchProof;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.ProofCheck;
import dev.terra.api.v1.ProofChecked;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The secret of all jobs of tests, and what handlers do with it. */
public final class TestSecret {
  private static final byte[] SECRET = "the secret of every job".getBytes(StandardCharsets.UTF_8);
  private static final Map<Integer, Long> SESSIONS = new ConcurrentHashMap<>();

  private TestSecret() {}

  /** Notes the session of an agent, and the port at which the agent takes fetches. */
  static void welcomed(AgentWelcome welcome) {
    SESSIONS.put(welcome.getFetchPort(), welcome.getSession());
  }

  /**
   * Returns a fetch with its proof, for the agent that takes fetches at a port. For an agent that has welcomed no handler, the proof is for
   * session 0.
   */
  static FetchRequest prove(FetchRequest fetch, int fetchPort, String reader) {
    FetchProof proof = FetchProofs.make(SECRET, fetch, SESSIONS.getOrDefault(fetchPort, 0L), reader, Instant.now());
    return fetch.toBuilder().setProof(proof).build();
  }

  /** Returns the key of a shuffle for a session. */
  public static ByteString key(String shuffle, long session) {
    return ShuffleKey.of(SECRET, shuffle, session).toMessage();
  }

  /** Returns the answer of a handler to a check of a proof, for an agent of this session. */
  static ProofChecked check(ProofCheck check, long session) {
    ProofChecked.Builder answer = ProofChecked.newBuilder().setNumber(check.getNumber());
    ShuffleKey readers = ShuffleKey.of(SECRET, check.getShuffle(), check.getProof().getSession());
    return FetchProofs.refusal(readers, check.getShuffle(), check.getOrigin(), check.getProof(), Instant.now()).map(answer::setRefusal)
        .orElseGet(() -> answer.setKey(key(check.getShuffle(), session)).setReaderKey(readers.toMessage())).build();
  }

  /** Returns whether a read carries a valid proof that an agent may have the segment. */
  static boolean mayRead(String shuffle, String uri, String field) {
    return field != null
        && ReadProof.parse(uri, field).filter(proof -> proof.isMadeWith(SECRET, shuffle, Instant.now())).isPresent();
  }
}
