package dev.terra.agent.proof;

import dev.terra.api.proof.ShuffleKey;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of shuffles for this agent's session, by the site whose handlers gave them: the own site's are for reading segments there,
 * another one's for checking readers of what comes from there. Kept apart, so that nobody vouches for readers of another site's bytes. On
 * the agent's thread.
 */
public final class ShuffleKeys {
  /** As many shuffles as an agent knows at a time. */
  private static final int MAX_SHUFFLES = 10_000;

  private final Map<ShuffleId, Map<SiteId, ShuffleKey>> keys = new LinkedHashMap<>();

  /** That of a shuffle which a site's handlers gave, if they did. */
  public Optional<ShuffleKey> find(ShuffleId shuffle, SiteId from) {
    return Optional.ofNullable(keys.getOrDefault(shuffle, Map.of()).get(from));
  }

  /** A site's handler has given one; those of more shuffles than fit are not kept, and their bytes take the stock path. */
  public void put(ShuffleId shuffle, SiteId from, ShuffleKey key) {
    if (keys.containsKey(shuffle) || keys.size() < MAX_SHUFFLES) {
      keys.computeIfAbsent(shuffle, id -> new HashMap<>()).put(from, key);
    }
  }

  /** What a site sends of a shuffle is over. */
  public void drop(ShuffleId shuffle, SiteId from) {
    keys.computeIfPresent(shuffle, (id, ofSites) -> ofSites.remove(from) != null && ofSites.isEmpty() ? null : ofSites);
  }

  /** A shuffle is over. */
  public void drop(ShuffleId shuffle) {
    keys.remove(shuffle);
  }
}
