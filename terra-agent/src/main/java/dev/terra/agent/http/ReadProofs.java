package dev.terra.agent.http;

import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.api.proof.ReadProof;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.time.InstantSource;
import java.util.Optional;

/** Makes the proofs by which reads show handlers that this agent may have the bytes that it requests. */
public record ReadProofs(ShuffleKeys keys, SiteId site, long session, InstantSource clock) {
  /** Makes the proof of one read from the read's path and query; it may be used on any thread. */
  interface Maker {
    ReadProof of(String uri);
  }

  /** Returns the maker for reads of a shuffle, if a handler of this site has sent the shuffle's key. It is called on the agent's thread. */
  Optional<Maker> of(ShuffleId shuffle) {
    return keys.find(shuffle, site).map(key -> uri -> ReadProof.make(key, uri, session, clock.instant()));
  }
}
