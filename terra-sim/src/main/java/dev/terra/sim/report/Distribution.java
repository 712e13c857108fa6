package dev.terra.sim.report;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** A sorted sample. Percentiles are the smallest value that so many percent of all do not exceed. An empty one gives 0. */
public final class Distribution {
  private final double[] sorted;

  /** A sample in any order. */
  public Distribution(DoubleStream values) {
    sorted = values.sorted().toArray();
  }

  /** The mean. */
  public double average() {
    return Arrays.stream(sorted).average().orElse(0);
  }

  /** A percentile, 0 to 100. */
  public double percentile(double percent) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(percent / 100 * sorted.length);
    return sorted[Math.max(1, rank) - 1];
  }

  /** The largest value. */
  public double max() {
    return percentile(100);
  }

  /** How many values there are. */
  public int size() {
    return sorted.length;
  }

  /** A value by its place, smallest first. */
  public double get(int index) {
    return sorted[index];
  }
}
