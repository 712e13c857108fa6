package dev.terra.schedule.policy;

import com.google.common.collect.ImmutableList;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.path.PathSet;
import java.util.Arrays;
import java.util.Optional;

/** The rates of one shuffle in the round at hand, by bundle and path: what the programmes planned, and the total. */
final class Rates {
  private double[][] planned = {};
  private double[][] total = {};

  /** Starts a round: no rates. */
  void clear(ShuffleState shuffle) {
    if (planned.length != shuffle.size()) {
      planned = new double[shuffle.size()][];
      total = new double[shuffle.size()][];
    }
    for (int bundle = 0; bundle < planned.length; bundle++) {
      int count = shuffle.paths(bundle).size();
      if (planned[bundle] == null || planned[bundle].length != count) {
        planned[bundle] = new double[count];
        total[bundle] = new double[count];
      } else {
        Arrays.fill(planned[bundle], 0);
        Arrays.fill(total[bundle], 0);
      }
    }
  }

  /** Adds to the planned rate, and so to the total. */
  void addPlanned(int bundle, int path, double bytesPerSecond) {
    grow(bundle, path);
    planned[bundle][path] += bytesPerSecond;
    total[bundle][path] += bytesPerSecond;
  }

  /** Adds to the total only. */
  void addFill(int bundle, int path, double bytesPerSecond) {
    grow(bundle, path);
    total[bundle][path] += bytesPerSecond;
  }

  private void grow(int bundle, int path) {
    if (path >= planned[bundle].length) {
      planned[bundle] = Arrays.copyOf(planned[bundle], path + 1);
      total[bundle] = Arrays.copyOf(total[bundle], path + 1);
    }
  }

  /** A bundle's total, bytes/s. */
  double total(int bundle) {
    double sum = 0;
    for (double rate : total[bundle]) {
      sum += rate;
    }
    return sum;
  }

  /** The public form. */
  ShuffleAllocation toAllocation(ShuffleState shuffle) {
    int count = shuffle.demand().bundles().size();
    ImmutableList.Builder<BundleAllocation> bundles = ImmutableList.builderWithExpectedSize(count);
    int next = 0;
    for (int i = 0; i < count; i++) {
      boolean active = next < shuffle.size() && shuffle.place(next) == i;
      bundles.add(new BundleAllocation(shuffle.demand().bundles().get(i), active ? list(shuffle, next++) : ImmutableList.of()));
    }
    double gamma = shuffle.unconnected().isPresent() ? Double.POSITIVE_INFINITY
        : shuffle.size() == 0 ? 0 : shuffle.gammaSeconds();
    Optional<String> problem = shuffle.rejection().or(shuffle::unconnected);
    boolean admitted = shuffle.admission() != ShuffleState.Admission.REJECTED;
    return new ShuffleAllocation(shuffle.demand().id(), gamma, admitted, problem, bundles.build());
  }

  private ImmutableList<PathRate> list(ShuffleState shuffle, int bundle) {
    PathSet paths = shuffle.paths(bundle);
    ImmutableList.Builder<PathRate> list = ImmutableList.builder();
    for (int path = 0; path < total[bundle].length; path++) {
      if (total[bundle][path] > 0) {
        list.add(new PathRate(paths.path(path), total[bundle][path], planned[bundle][path]));
      }
    }
    return list.build();
  }
}
