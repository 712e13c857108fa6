package dev.terra.agent.proof;

import dev.terra.api.proof.ShuffleKey;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of shuffles for this agent's session, by the site whose handlers gave them: the own site's are for reading segments there,
 * another one's for checking readers of what comes from there. Kept apart, so that no site vouches for readers of another site's bytes. On
 * the agent's thread.
 */
public final class ShuffleKeys {
  /**
   * An agent knows as many shuffles at a time. Where there would be more, the oldest key is forgotten: readers' proofs bring it again.
   */
  static final int MOST_OF_SITE = 10_000;

  private final Map<SiteId, Map<ShuffleId, ShuffleKey>> bySite = new HashMap<>();

  /** The key of a shuffle that a site's handlers gave, if they did. */
  public Optional<ShuffleKey> find(ShuffleId shuffle, SiteId from) {
    return Optional.ofNullable(bySite.getOrDefault(from, Map.of()).get(shuffle));
  }

  /** A site's handler has given one. */
  public void put(ShuffleId shuffle, SiteId from, ShuffleKey key) {
    bySite.computeIfAbsent(from, site -> new BoundedMap<>(MOST_OF_SITE)).put(shuffle, key);
  }

  /** What a site sends of a shuffle is over. */
  public void drop(ShuffleId shuffle, SiteId from) {
    Map<ShuffleId, ShuffleKey> ofSite = bySite.get(from);
    if (ofSite != null) {
      ofSite.remove(shuffle);
    }
  }

  /** A shuffle is over. */
  public void drop(ShuffleId shuffle) {
    bySite.values().forEach(keys -> keys.remove(shuffle));
  }
}
