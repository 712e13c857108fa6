package dev.terra.schedule.lp;

import dev.terra.schedule.path.PathSet;
import java.util.Arrays;

/**
 * A problem in the form that the simplex uses: the open paths of all bundles in one array, demands divided by the largest, and capacities
 * in units in which the starting point has lambda 1. Capacities are raised by up to {@link #PERTURBATION}, differently for each link, so
 * that two links hardly ever fill at the same step. The result is computed from the true capacities.
 */
final class ScaledProblem {
  /**
   * The largest relative change of a capacity: far above rounding (1e-16 times some hundred operations), and far below the 1e-7 that the
   * certificate allows.
   */
  private static final double PERTURBATION = 1e-9;
  /** The cost of each hop of a start path, relative to its congestion: one more hop must lower the congestion by 2 %. */
  private static final double HOP_COST = 0.02;

  int bundles;
  double[] demand = new double[64];
  int[] bundleStart = new int[65];
  int[] pathStart = new int[1025];
  int[] links = new int[4096];
  int[] originalPath = new int[1024];
  /** The path of each bundle at the start, by position in {@link #pathStart}. */
  int[] startPath = new int[64];
  double[] capacity = {};
  double[] trueCapacity = {};
  private boolean allOpen;
  private double[] perturbation = {};
  private double[] load = {};
  private double[] secondsPerByte = {};

  /** Takes over a problem; returns whether it has bundles and each of them has an open path. */
  boolean take(LpProblem problem) {
    prepare(problem);
    double largest = 0;
    for (int k = 0; k < bundles; k++) {
      largest = Math.max(largest, problem.demand(k));
    }
    allOpen = true;
    for (double each : problem.capacity()) {
      allOpen &= each > 0;
    }
    int paths = 0;
    for (int k = 0; k < bundles; k++) {
      demand[k] = problem.demand(k) / largest;
      bundleStart[k] = paths;
      paths = copyOpenPaths(problem.paths(k), problem.capacity(), paths);
      if (paths == bundleStart[k]) {
        return false;
      }
    }
    bundleStart[bundles] = paths;
    chooseStart(problem);
    scaleCapacities(problem.capacity());
    return bundles > 0;
  }

  private void prepare(LpProblem problem) {
    bundles = problem.size();
    if (demand.length < bundles) {
      demand = new double[2 * bundles];
      startPath = new int[2 * bundles];
      bundleStart = new int[2 * bundles + 1];
    }
    int count = problem.capacity().length;
    if (capacity.length != count) {
      capacity = new double[count];
      trueCapacity = new double[count];
      load = new double[count];
      secondsPerByte = new double[count];
      perturbation = new double[count];
      Arrays.setAll(perturbation, link -> 1 + PERTURBATION * fraction(link + 1));
    }
  }

  /**
   * Returns a fixed number in 0..1 for each link; the numbers are spread evenly: multiples of the golden ratio, without their whole part.
   */
  private static double fraction(int index) {
    double multiple = index * 0.6180339887498949;
    return multiple - Math.floor(multiple);
  }

  private int copyOpenPaths(PathSet set, double[] raw, int firstPath) {
    int end = firstPath == 0 ? 0 : pathStart[firstPath];
    pathStart[firstPath] = end;
    ensureRoom(firstPath + set.size(), end + set.hops());
    return allOpen ? copyAll(set, firstPath, end) : copyOpen(set, raw, firstPath, end);
  }

  private int copyAll(PathSet set, int firstPath, int end) {
    System.arraycopy(set.linksInARow(), 0, links, end, set.hops());
    int path = firstPath;
    for (int p = 0; p < set.size(); p++) {
      originalPath[path++] = p;
      pathStart[path] = end + set.starts()[p + 1];
    }
    return path;
  }

  private int copyOpen(PathSet set, double[] raw, int firstPath, int firstEnd) {
    int[] all = set.linksInARow();
    int[] starts = set.starts();
    int path = firstPath;
    int end = firstEnd;
    for (int p = 0; p < set.size(); p++) {
      int from = starts[p];
      int to = starts[p + 1];
      int next = end;
      while (from < to && raw[all[from]] > 0) {
        links[next++] = all[from++];
      }
      if (from == to) {
        end = next;
        originalPath[path++] = p;
        pathStart[path] = end;
      }
    }
    return path;
  }

  private void ensureRoom(int paths, int hops) {
    if (paths >= originalPath.length) {
      originalPath = Arrays.copyOf(originalPath, 2 * paths);
      pathStart = Arrays.copyOf(pathStart, 2 * paths + 1);
    }
    if (hops > links.length) {
      links = Arrays.copyOf(links, 2 * hops);
    }
  }

  /** Chooses one path for each bundle, bundle after bundle: the proposed path, else the path with the least congestion. */
  private void chooseStart(LpProblem problem) {
    double[] raw = problem.capacity();
    Arrays.fill(load, 0);
    for (int link = 0; link < raw.length; link++) {
      secondsPerByte[link] = 1 / raw[link];
    }
    for (int k = 0; k < bundles; k++) {
      int proposed = problem.start(k) < 0 ? -1 : position(k, problem.start(k));
      int best = proposed < 0 ? leastCongested(k) : proposed;
      startPath[k] = best;
      for (int i = pathStart[best]; i < pathStart[best + 1]; i++) {
        load[links[i]] += demand[k];
      }
    }
  }

  private int position(int bundle, int original) {
    for (int path = bundleStart[bundle]; path < bundleStart[bundle + 1]; path++) {
      if (originalPath[path] == original) {
        return path;
      }
    }
    return -1;
  }

  private int leastCongested(int k) {
    int best = bundleStart[k];
    double least = congestion(best, demand[k], Double.POSITIVE_INFINITY);
    for (int path = best + 1; path < bundleStart[k + 1]; path++) {
      double cost = congestion(path, demand[k], least);
      if (cost < least) {
        least = cost;
        best = path;
      }
    }
    return best;
  }

  /**
   * Returns how long the fullest link of a path would take with an additional load, with a small addition for each hop; it may return any
   * value above the limit if this time is above the limit.
   */
  private double congestion(int path, double more, double limit) {
    double most = 0;
    int start = pathStart[path];
    int end = pathStart[path + 1];
    for (int i = start; i < end; i++) {
      int link = links[i];
      double seconds = (load[link] + more) * secondsPerByte[link];
      if (seconds > most) {
        if (seconds > limit) {
          return seconds;
        }
        most = seconds;
      }
    }
    return most * (1 + HOP_COST * (end - start));
  }

  private void scaleCapacities(double[] raw) {
    double lambda = Double.POSITIVE_INFINITY;
    for (int link = 0; link < raw.length; link++) {
      if (load[link] > 0) {
        lambda = Math.min(lambda, raw[link] / load[link]);
      }
    }
    for (int link = 0; link < raw.length; link++) {
      trueCapacity[link] = raw[link] / lambda;
      capacity[link] = trueCapacity[link] * perturbation[link];
    }
  }

  boolean isOn(int link, int path) {
    for (int i = pathStart[path]; i < pathStart[path + 1]; i++) {
      if (links[i] == link) {
        return true;
      }
    }
    return false;
  }
}
