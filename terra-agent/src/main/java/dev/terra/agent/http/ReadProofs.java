package dev.terra.agent.http;

import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.api.proof.ReadProof;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.time.InstantSource;
import java.util.Optional;

/** How reads prove to handlers that this agent may have what it asks for. */
public record ReadProofs(ShuffleKeys keys, SiteId site, long session, InstantSource clock) {
  /** Makes the proof of one read for its path and query; on any thread. */
  interface Maker {
    ReadProof of(String uri);
  }

  /** For reads of a shuffle, if a handler of this site has given its key. On the agent's thread. */
  Optional<Maker> of(ShuffleId shuffle) {
    return keys.find(shuffle, site).map(key -> uri -> ReadProof.make(key, uri, session, clock.instant()));
  }
}
