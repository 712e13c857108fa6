package dev.terra.core.limit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that removes its oldest entry when it would become too large. Putting a key again does not make its entry younger. The map is not
 * thread-safe.
 */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  /**
   * Creates an empty map.
   *
   * @param most the most entries that the map keeps, at least 1
   */
  public BoundedMap(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("a map keeps 1 entry or more, got " + most);
    }
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
