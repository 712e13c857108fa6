package dev.terra.schedule.policy.round;

import com.google.common.collect.ImmutableList;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.path.PathSet;
import java.util.Arrays;

/** The rates of one shuffle in the current round, by bundle and path, bytes/s: the planned rate and the total rate. */
public final class RateTable {
  private final PathSet[] paths;
  private final double[][] planned;
  private final double[][] total;

  RateTable(PathSet[] paths) {
    this.paths = paths;
    this.planned = new double[paths.length][0];
    this.total = new double[paths.length][0];
  }

  /** Starts a round: sets all rates to 0. */
  public void clear() {
    for (int bundle = 0; bundle < planned.length; bundle++) {
      int count = paths[bundle].size();
      if (planned[bundle].length != count) {
        planned[bundle] = new double[count];
        total[bundle] = new double[count];
      } else {
        Arrays.fill(planned[bundle], 0);
        Arrays.fill(total[bundle], 0);
      }
    }
  }

  /** Adds to the planned rate, and thereby to the total. */
  public void addPlanned(int bundle, int path, double bytesPerSecond) {
    grow(bundle, path);
    planned[bundle][path] += bytesPerSecond;
    total[bundle][path] += bytesPerSecond;
  }

  /** Adds to the total only. */
  public void addFill(int bundle, int path, double bytesPerSecond) {
    grow(bundle, path);
    total[bundle][path] += bytesPerSecond;
  }

  private void grow(int bundle, int path) {
    if (path >= planned[bundle].length) {
      planned[bundle] = Arrays.copyOf(planned[bundle], path + 1);
      total[bundle] = Arrays.copyOf(total[bundle], path + 1);
    }
  }

  /** Returns a bundle's total rate, bytes/s. */
  public double total(int bundle) {
    double sum = 0;
    for (double rate : total[bundle]) {
      sum += rate;
    }
    return sum;
  }

  /** Returns the rates of a bundle that are above 0. */
  ImmutableList<PathRate> list(int bundle) {
    ImmutableList.Builder<PathRate> list = ImmutableList.builder();
    for (int path = 0; path < total[bundle].length; path++) {
      if (total[bundle][path] > 0) {
        list.add(new PathRate(paths[bundle].path(path), total[bundle][path], planned[bundle][path]));
      }
    }
    return list.build();
  }
}
