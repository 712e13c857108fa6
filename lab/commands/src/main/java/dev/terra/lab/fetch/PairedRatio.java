package dev.terra.lab.fetch;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The ratio of what one side needs to what the other needs, from pairs that were measured one right after the other.
 *
 * @param mean geometric mean of the pairs' ratios
 * @param low lower end of the mean's 95 % interval (Student's t on logarithms)
 * @param high its upper end
 */
public record PairedRatio(double mean, double low, double high) {
  /** The quantile that leaves 2.5 % on either side. */
  private static final double UPPER_QUANTILE = 0.975;

  /** One pair of measurements, both above 0. */
  public record Pair(double base, double other) {}

  /** Returns the ratio of two pairs or more. */
  public static PairedRatio of(List<Pair> pairs) {
    int count = pairs.size();
    double[] logs = pairs.stream().mapToDouble(pair -> Math.log(pair.other / pair.base)).toArray();
    double mean = 0;
    for (double log : logs) {
      mean += log / count;
    }
    double squares = 0;
    for (double log : logs) {
      squares += (log - mean) * (log - mean);
    }
    double half = TDistribution.of(count - 1).inverseCumulativeProbability(UPPER_QUANTILE) * Math.sqrt(squares / (count - 1) / count);
    return new PairedRatio(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
  }
}
