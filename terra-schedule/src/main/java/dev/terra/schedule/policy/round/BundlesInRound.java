package dev.terra.schedule.policy.round;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.path.PathSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bundles of a shuffle that have bytes left and a path, by a dense index, with their rates in the round at hand. Their volumes are
 * what programs are solved for; they and the paths stay as they are, only what remains of them shrinks.
 */
public final class BundlesInRound {
  private final PathSet[] paths;
  private final double[] volume;
  private final double[] remaining;
  private final RateTable rates;
  private int @Nullable [] touched;

  /** Bundles of which nothing was sent yet; the arrays are used, not copied. */
  BundlesInRound(PathSet[] paths, double[] volume) {
    this.paths = paths;
    this.volume = volume;
    this.remaining = volume.clone();
    this.rates = new RateTable(paths);
  }

  /** Number of bundles. */
  public int size() {
    return paths.length;
  }

  /** A bundle's paths. */
  public PathSet paths(int bundle) {
    return paths[bundle];
  }

  /** What programs are solved for, bytes. */
  public double volume(int bundle) {
    return volume[bundle];
  }

  /** What is left of a bundle, bytes. */
  public double remaining(int bundle) {
    return remaining[bundle];
  }

  /** What is left of all bundles, bytes. */
  public double bytes() {
    double sum = 0; // comparators and every round ask for it
    for (double bytes : remaining) {
      sum += bytes;
    }
    return sum;
  }

  /** Their rates. */
  public RateTable rates() {
    return rates;
  }

  /** Sets what is left of a bundle, bytes, and returns it as a share of the volume. */
  double setRemaining(int bundle, double bytes) {
    remaining[bundle] = bytes;
    return bytes / volume[bundle];
  }

  /** What is left now, as the volumes of new bundles. */
  public BundlesInRound rest() {
    return new BundlesInRound(paths.clone(), remaining.clone());
  }

  /** What is left after sending for so long at the rates of the round. Bundles that have at most this share left are dropped. */
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

  /** Fills in the program of sending the volumes on these links, over paths of at most so many links more than the first. */
  public void load(LpProblem problem, double[] capacity, int extraLinks) {
    problem.reset(capacity);
    for (int bundle = 0; bundle < paths.length; bundle++) {
      problem.add(paths[bundle].leading(extraLinks), volume[bundle]);
    }
  }

  /** Whether a bundle has no path of open links among those of at most so many links more than the first. */
  public boolean isBlocked(double[] capacity, int extraLinks) {
    for (PathSet each : paths) {
      if (!each.leading(extraLinks).hasOpenPath(capacity)) {
        return true;
      }
    }
    return false;
  }

  /** The links of all paths, ascending, of so many links; not to be changed. */
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
