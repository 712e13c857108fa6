package dev.terra.core.slice;

import java.util.LinkedHashMap;
import java.util.Map;

/** Divides a rate among slices. Pure. */
public final class SliceShares {
  private SliceShares() {}

  /**
   * Parts of a rate in proportion to what each slice has left, so that all are done at the same time; equal parts if none has any.
   * The parts add up to the rate at most, and lack one byte per second for each slice at most.
   *
   * @param bytesPerSecond 0 or more
   * @param leftBytes by slice, 0 or more each; at least one
   */
  public static <K> Map<K, Long> of(long bytesPerSecond, Map<K, Long> leftBytes) {
    double all = leftBytes.values().stream().mapToDouble(Long::doubleValue).sum();
    Map<K, Long> parts = new LinkedHashMap<>();
    long given = 0;
    for (Map.Entry<K, Long> slice : leftBytes.entrySet()) {
      double share = all > 0 ? slice.getValue() / all : 1.0 / leftBytes.size();
      long part = Math.min(bytesPerSecond - given, (long) Math.floor(bytesPerSecond * share));
      parts.put(slice.getKey(), part);
      given += part;
    }
    return parts;
  }
}
