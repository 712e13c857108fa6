package dev.terra.controller.view;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The differences between two maps.
 *
 * @param put entries that are new or have another value
 * @param removed keys that have been removed
 */
public record MapChange<K, V>(ImmutableMap<K, V> put, ImmutableSet<K> removed) {
  /** Returns the differences between two maps. Values that are the same object are not compared. */
  public static <K, V> MapChange<K, V> between(Map<K, V> before, Map<K, V> after) {
    if (before == after) {
      return new MapChange<>(ImmutableMap.of(), ImmutableSet.of());
    }
    ImmutableMap.Builder<K, V> put = ImmutableMap.builder();
    after.forEach((key, value) -> {
      V old = before.get(key);
      if (old != value && !value.equals(old)) {
        put.put(key, value);
      }
    });
    return new MapChange<>(put.buildOrThrow(),
        before.keySet().stream().filter(key -> !after.containsKey(key)).collect(ImmutableSet.toImmutableSet()));
  }

  /** Returns the map after the change. Known keys keep their places, and new keys follow them. */
  public ImmutableMap<K, V> apply(Map<K, V> before) {
    Map<K, V> after = new LinkedHashMap<>(before);
    after.keySet().removeAll(removed);
    after.putAll(put);
    return ImmutableMap.copyOf(after);
  }

  /** Returns whether the maps do not differ. */
  public boolean isEmpty() {
    return put.isEmpty() && removed.isEmpty();
  }
}
