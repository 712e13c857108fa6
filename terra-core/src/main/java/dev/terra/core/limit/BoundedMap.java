package dev.terra.core.limit;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets its oldest entry when it would get too large. Putting a key again does not make it younger. Not thread-safe. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  /**
   * An empty map.
   *
   * @param most how many entries it keeps, at least 1
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
