package dev.terra.resourcemanager;

import dev.terra.core.units.WholeShares;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Computes how many of a stage's containers are requested at each rack. Containers that have been allocated count: of 10 containers
 * in shares of 60 and 40, where the first rack has 5 already, the second rack gets 4 of the other 5, and the first rack gets one
 * more. It has no state.
 */
final class RackCounts {
  private RackCounts() {}

  /**
   * Divides the containers that are still wanted.
   *
   * @param shares the advised shares, each above 0; they need not add up to 1
   * @param come how many have been allocated at each rack
   * @param wanted how many are to be divided
   * @return the counts of the racks that get any; they add up to {@code wanted}, or to nothing without shares
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
