package dev.terra.core.slice;

import java.util.LinkedHashMap;
import java.util.Map;

/** Divides a rate among slices. It is pure. */
public final class SliceShares {
  private SliceShares() {}

  /**
   * Returns parts of a rate in proportion to the bytes that each slice has left, so that all slices complete at the same time; equal parts
   * if no slice has any bytes left. The sum of the parts is at most the rate, and less than it by at most one byte per second for each
   * slice.
   *
   * @param bytesPerSecond the rate, 0 or more
   * @param leftBytes the bytes that each slice has left, 0 or more; at least one slice
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
