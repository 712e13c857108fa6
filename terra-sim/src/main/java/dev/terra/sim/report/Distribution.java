package dev.terra.sim.report;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** A sorted sample. A percentile is the smallest value that the given percentage of all values does not exceed. An empty sample gives 0. */
public final class Distribution {
  private final double[] sorted;

  /** Makes a sample of values in any order. */
  public Distribution(DoubleStream values) {
    sorted = values.sorted().toArray();
  }

  /** Returns the mean. */
  public double average() {
    return Arrays.stream(sorted).average().orElse(0);
  }

  /** Returns a percentile, 0 to 100. */
  public double percentile(double percent) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(percent / 100 * sorted.length);
    return sorted[Math.max(1, rank) - 1];
  }

  /** Returns the largest value. */
  public double max() {
    return percentile(100);
  }

  /** Returns the number of values. */
  public int size() {
    return sorted.length;
  }

  /** Returns a value by its index; the smallest is first. */
  public double get(int index) {
    return sorted[index];
  }
}
