package dev.terra.schedule.policy.round;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.path.PathSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bundles of a shuffle that have bytes left and a path, by a dense index, with their rates in the current round. Programs are solved
 * for their volumes. Volumes and paths do not change; only what remains of the volumes shrinks.
 */
public final class BundlesInRound {
  private final PathSet[] paths;
  private final double[] volume;
  private final double[] remaining;
  private final RateTable rates;
  private int @Nullable [] touched;

  /** Makes bundles of which nothing has been sent yet. The arrays are used, not copied. */
  BundlesInRound(PathSet[] paths, double[] volume) {
    this.paths = paths;
    this.volume = volume;
    this.remaining = volume.clone();
    this.rates = new RateTable(paths);
  }

  /** Returns the number of bundles. */
  public int size() {
    return paths.length;
  }

  /** Returns a bundle's paths. */
  public PathSet paths(int bundle) {
    return paths[bundle];
  }

  /** Returns the bytes of a bundle for which programs are solved. */
  public double volume(int bundle) {
    return volume[bundle];
  }

  /** Returns what is left of a bundle, bytes. */
  public double remaining(int bundle) {
    return remaining[bundle];
  }

  /** Returns what is left of all bundles, bytes. */
  public double bytes() {
    double sum = 0; // a loop, since comparators and every round call this
    for (double bytes : remaining) {
      sum += bytes;
    }
    return sum;
  }

  /** Returns the rates of the bundles. */
  public RateTable rates() {
    return rates;
  }

  /** Sets what is left of a bundle, bytes, and returns it as a share of the bundle's volume. */
  double setRemaining(int bundle, double bytes) {
    remaining[bundle] = bytes;
    return bytes / volume[bundle];
  }

  /** Returns new bundles whose volumes are what is left of these. */
  public BundlesInRound rest() {
    return new BundlesInRound(paths.clone(), remaining.clone());
  }

  /**
   * Returns what is left after {@code seconds} at the rates of the round. Bundles that have at most {@code negligibleShare} left are
   * dropped.
   */
  public BundlesInRound after(double seconds, double negligibleShare) {
    PathSet[] leftPaths = new PathSet[paths.length];
    double[] left = new double[paths.length];
    int count = 0;
    for (int bundle = 0; bundle < paths.length; bundle++) {
      double bytes = remaining[bundle] - rates.total(bundle) * seconds;
      if (bytes > negligibleShare * remaining[bundle]) {
        leftPaths[count] = paths[bundle];
        left[count++] = bytes;
      }
    }
    return new BundlesInRound(Arrays.copyOf(leftPaths, count), Arrays.copyOf(left, count));
  }

  /**
   * Fills in the program that sends the volumes over links of the given capacities, on paths that have at most {@code extraLinks} links
   * more than the first.
   */
  public void load(LpProblem problem, double[] capacity, int extraLinks) {
    problem.reset(capacity);
    for (int bundle = 0; bundle < paths.length; bundle++) {
      problem.add(paths[bundle].leading(extraLinks), volume[bundle]);
    }
  }

  /**
   * Returns whether some bundle has no path of open links among the paths that have at most {@code extraLinks} links more than the first.
   */
  public boolean isBlocked(double[] capacity, int extraLinks) {
    for (PathSet each : paths) {
      if (!each.leading(extraLinks).hasOpenPath(capacity)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the links of all paths, in ascending order, in a WAN of {@code linkCount} links. The caller must not change the array. */
  public int[] touchedLinks(int linkCount) {
    if (touched == null) {
      boolean[] marked = new boolean[linkCount];
      int count = 0;
      for (PathSet set : paths) {
        for (int link : set.touchedLinks()) {
          count += marked[link] ? 0 : 1;
          marked[link] = true;
        }
      }
      touched = new int[count];
      for (int link = linkCount - 1; link >= 0; link--) {
        if (marked[link]) {
          touched[--count] = link;
        }
      }
    }
    return touched;
  }
}
