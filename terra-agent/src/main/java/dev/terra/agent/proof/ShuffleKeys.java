package dev.terra.agent.proof;

import dev.terra.api.proof.ShuffleKey;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of shuffles for this agent's session, by the site whose handlers sent them. Keys of the own site serve to read segments there;
 * keys of another site serve to check readers of what comes from it. They are kept apart, so that no site vouches for readers of another
 * site's bytes. It is used on the agent's thread only.
 */
public final class ShuffleKeys {
  /**
   * The most keys of a site, which is also the most shuffles of an agent at a time. Beyond it the oldest key is dropped; readers' proofs
   * bring it again.
   */
  static final int MOST_OF_SITE = 10_000;

  private final Map<SiteId, Map<ShuffleId, ShuffleKey>> bySite = new HashMap<>();

  /** Returns the key of a shuffle that a site's handlers sent, if they did. */
  public Optional<ShuffleKey> find(ShuffleId shuffle, SiteId from) {
    return Optional.ofNullable(bySite.getOrDefault(from, Map.of()).get(shuffle));
  }

  /** Stores a key that a site's handler has sent. */
  public void put(ShuffleId shuffle, SiteId from, ShuffleKey key) {
    bySite.computeIfAbsent(from, site -> new BoundedMap<>(MOST_OF_SITE)).put(shuffle, key);
  }

  /** Drops the key for what a site sends of a shuffle, since that is over. */
  public void drop(ShuffleId shuffle, SiteId from) {
    Map<ShuffleId, ShuffleKey> ofSite = bySite.get(from);
    if (ofSite != null) {
      ofSite.remove(shuffle);
    }
  }

  /** Drops the keys of a shuffle that is over. */
  public void drop(ShuffleId shuffle) {
    bySite.values().forEach(keys -> keys.remove(shuffle));
  }
}
