package dev.terra.schedule.cost;

import dev.terra.schedule.path.PathSet;
import java.util.Arrays;

/**
 * The bundles of one shuffle, their open paths, and what a byte costs on each. A split has one row for each bundle and one column for
 * each of its paths: the share of the bundle's bytes that takes the path, 0 to 1, with a sum of 1.
 */
final class PricedPaths {
  /** Two prices of paths are equal within this, relative: sums of links' prices differ by rounding. */
  private static final double SAME_PRICE = 1e-12;

  private final PathSet[] paths;
  private final double[] bytes;
  private final double[] capacity;
  private final double[] usdPerByte;

  /**
   * Uses the arrays without copying them.
   *
   * @param paths of each bundle
   * @param bytes of each bundle, above 0
   * @param capacity of each link and cap, bytes/s; a link of 0 is closed
   * @param usdPerByte of data on each link, at least 0, and 0 of each cap
   */
  PricedPaths(PathSet[] paths, double[] bytes, double[] capacity, double[] usdPerByte) {
    this.paths = paths;
    this.bytes = bytes;
    this.capacity = capacity;
    this.usdPerByte = usdPerByte;
  }

  /** A bundle's paths. */
  PathSet paths(int bundle) {
    return paths[bundle];
  }

  /** A bundle's bytes, above 0. */
  double bytes(int bundle) {
    return bytes[bundle];
  }

  /** The capacities of links and caps, bytes/s; not to be changed. */
  double[] capacity() {
    return capacity;
  }

  int size() {
    return bytes.length;
  }

  boolean isOpen(int bundle, int path) {
    return PathSet.isOpen(paths[bundle].links(path), capacity);
  }

  /** What all bytes of a bundle cost on one path, US dollars. */
  double usd(int bundle, int path) {
    double sum = 0;
    for (int link : paths[bundle].links(path)) {
      sum += usdPerByte[link];
    }
    return bytes[bundle] * sum;
  }

  /** What a bundle costs at least, US dollars. */
  double leastUsd(int bundle) {
    double least = Double.POSITIVE_INFINITY;
    for (int path = 0; path < paths[bundle].size(); path++) {
      if (isOpen(bundle, path)) {
        least = Math.min(least, usd(bundle, path));
      }
    }
    return least;
  }

  /** Whether no open path of the bundle costs less. */
  boolean isCheapest(int bundle, int path) {
    return isOpen(bundle, path) && usd(bundle, path) <= leastUsd(bundle) * (1 + SAME_PRICE);
  }

  /** What a split costs, US dollars. */
  double usd(double[][] split) {
    double sum = 0;
    for (int bundle = 0; bundle < split.length; bundle++) {
      for (int path = 0; path < split[bundle].length; path++) {
        if (split[bundle][path] > 0) {
          sum += split[bundle][path] * usd(bundle, path);
        }
      }
    }
    return sum;
  }

  /** When the last byte of a split has crossed, seconds: the time of the link that has most to carry for its capacity. */
  double seconds(double[][] split) {
    double[] load = new double[capacity.length];
    for (int bundle = 0; bundle < split.length; bundle++) {
      for (int path = 0; path < split[bundle].length; path++) {
        if (split[bundle][path] > 0) {
          for (int link : paths[bundle].links(path)) {
            load[link] += split[bundle][path] * bytes[bundle];
          }
        }
      }
    }
    double most = 0;
    for (int link = 0; link < load.length; link++) {
      most = load[link] > 0 ? Math.max(most, load[link] / capacity[link]) : most;
    }
    return most;
  }

  /** Makes the shares of each bundle sum to 1 and none negative, as a solver's tolerances leave them off by a little. */
  static void normalise(double[][] split) {
    for (double[] shares : split) {
      Arrays.setAll(shares, path -> Math.max(0, shares[path]));
      double sum = Arrays.stream(shares).sum();
      Arrays.setAll(shares, path -> shares[path] / sum);
    }
  }
}
