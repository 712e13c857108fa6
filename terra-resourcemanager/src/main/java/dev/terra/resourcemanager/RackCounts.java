package dev.terra.resourcemanager;

import dev.terra.core.units.WholeShares;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many of a stage's containers are asked for at each rack. Containers that have come count: of 10 in shares 60 and 40, where 5 have
 * come to the first rack, the second gets 4 of the other 5, and the first one more. Pure.
 */
final class RackCounts {
  private RackCounts() {}

  /**
   * Divides those that are still wanted.
   *
   * @param shares the advised shares, each above 0; they need not add up to 1
   * @param come how many have come to each rack
   * @param wanted how many are to be divided
   * @return of each rack that gets any; they add up to {@code wanted}, or to nothing without shares
   */
  static SortedMap<String, Integer> of(Map<String, Double> shares, Map<String, Integer> come, int wanted) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
    if (wanted <= 0 || !(sum > 0)) {
      return counts;
    }
    double all = wanted + come.values().stream().mapToInt(Integer::intValue).sum();
    List<String> racks = List.copyOf(new TreeMap<>(shares).keySet());
    double[] missing = racks.stream()
        .mapToDouble(rack -> Math.max(0, shares.getOrDefault(rack, 0.0) / sum * all - come.getOrDefault(rack, 0))).toArray();
    int[] whole = WholeShares.of(missing, wanted);
    for (int i = 0; i < whole.length; i++) {
      if (whole[i] > 0) {
        counts.put(racks.get(i), whole[i]);
      }
    }
    return counts;
  }
}
