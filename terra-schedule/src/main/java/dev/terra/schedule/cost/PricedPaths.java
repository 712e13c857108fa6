package dev.terra.schedule.cost;

import dev.terra.schedule.path.PathSet;
import java.util.Arrays;

/**
 * The bundles of one shuffle, their open paths, and what a byte costs on each path. A split has one row for each bundle and one column for
 * each path of the bundle: the share of the bundle's bytes that takes the path, 0 to 1. The shares of a bundle sum to 1.
 */
final class PricedPaths {
  /** Two paths have the same price if their prices differ by no more than this, relative: sums of links' prices differ by rounding. */
  private static final double SAME_PRICE = 1e-12;

  private final PathSet[] paths;
  private final double[] bytes;
  private final double[] capacity;
  private final double[] usdPerByte;

  /**
   * Uses the arrays without copying them.
   *
   * @param paths the paths of each bundle
   * @param bytes the bytes of each bundle, above 0
   * @param capacity the capacity of each link and cap, bytes/s; a link of capacity 0 is closed
   * @param usdPerByte the price of data on each link, US dollars per byte, at least 0; it is 0 for each cap
   */
  PricedPaths(PathSet[] paths, double[] bytes, double[] capacity, double[] usdPerByte) {
    this.paths = paths;
    this.bytes = bytes;
    this.capacity = capacity;
    this.usdPerByte = usdPerByte;
  }

  /** Returns the paths of a bundle. */
  PathSet paths(int bundle) {
    return paths[bundle];
  }

  /** Returns the bytes of a bundle, above 0. */
  double bytes(int bundle) {
    return bytes[bundle];
  }

  /** Returns the capacities of links and caps, bytes/s. The caller must not change the array. */
  double[] capacity() {
    return capacity;
  }

  int size() {
    return bytes.length;
  }

  boolean isOpen(int bundle, int path) {
    return PathSet.isOpen(paths[bundle].links(path), capacity);
  }

  /** Returns what all bytes of a bundle cost on one path, US dollars. */
  double usd(int bundle, int path) {
    double sum = 0;
    for (int link : paths[bundle].links(path)) {
      sum += usdPerByte[link];
    }
    return bytes[bundle] * sum;
  }

  /** Returns the least that a bundle can cost, US dollars. */
  double leastUsd(int bundle) {
    double least = Double.POSITIVE_INFINITY;
    for (int path = 0; path < paths[bundle].size(); path++) {
      if (isOpen(bundle, path)) {
        least = Math.min(least, usd(bundle, path));
      }
    }
    return least;
  }

  /** Returns whether a path is open and no open path of the bundle costs less. */
  boolean isCheapest(int bundle, int path) {
    return isOpen(bundle, path) && usd(bundle, path) <= leastUsd(bundle) * (1 + SAME_PRICE);
  }

  /** Returns what a split costs, US dollars. */
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

  /**
   * Returns when the last byte of a split has crossed, seconds: the longest time, over all links, of what the link carries at its capacity.
   */
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

  /** Sets negative shares to 0 and makes the shares of each bundle sum to 1; a solver's tolerances leave small errors in both. */
  static void normalise(double[][] split) {
    for (double[] shares : split) {
      Arrays.setAll(shares, path -> Math.max(0, shares[path]));
      double sum = Arrays.stream(shares).sum();
      Arrays.setAll(shares, path -> shares[path] / sum);
    }
  }
}
