package dev.terra.sim.bound;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * One resource that works off loads at 1 a second, in any order and with interruptions. The least sum of urgency x load x mean time is
 * reached by always working on the most urgent load that has been released.
 */
final class SingleMachine {
  private final double[] release;
  private final double[] load;
  private final int[] byRelease;

  /** Makes a machine for these loads (seconds of work, 0 for loads on other machines only), each from its release on. */
  SingleMachine(double[] release, double[] load) {
    this.release = release;
    this.load = load;
    this.byRelease = IntStream.range(0, load.length).filter(i -> load[i] > 0).boxed()
        .sorted(Comparator.comparingDouble(i -> release[i])).mapToInt(Integer::intValue).toArray();
  }

  double load(int item) {
    return load[item];
  }

  /** Returns the mean time at which each load is worked off, for these urgencies. */
  double[] meanSeconds(double[] urgency) {
    double[] left = load.clone();
    double[] mean = new double[load.length];
    PriorityQueue<Integer> open = new PriorityQueue<>(
        Comparator.<Integer>comparingDouble(i -> -urgency[i]).thenComparingInt(i -> i));
    double now = 0;
    int next = 0;
    while (next < byRelease.length || !open.isEmpty()) {
      if (open.isEmpty()) {
        now = Math.max(now, release[byRelease[next]]);
      }
      while (next < byRelease.length && release[byRelease[next]] <= now) {
        open.add(byRelease[next++]);
      }
      int item = open.element();
      double until = next < byRelease.length ? release[byRelease[next]] : Double.POSITIVE_INFINITY;
      boolean ends = now + left[item] <= until;
      double step = ends ? left[item] : until - now;
      mean[item] += step * (now + step / 2) / load[item];
      left[item] -= step;
      now += step;
      if (ends) {
        open.remove();
      } else {
        now = until;
      }
    }
    return mean;
  }
}
