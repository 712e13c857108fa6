package dev.terra.schedule.lp;

import dev.terra.schedule.path.PathSet;
import java.util.Arrays;

/**
 * The program of one shuffle: the largest lambda at which every bundle k sends lambda * d_k bytes/s over its paths and no link carries more
 * than its capacity. Its minimum completion time Gamma is 1 / lambda. It is a buffer, which is filled again for each program.
 *
 * <p>A link whose capacity is 0 is closed, and so are the paths over it. The cap of a site is treated as a link that is shared by all paths
 * whose bytes count towards the cap.
 */
public final class LpProblem {
  private double[] capacity = {};
  private double[] demand = new double[64];
  private PathSet[] paths = new PathSet[64];
  private int[] start = {};
  private int size;

  /** Starts a program without bundles. The array holds the capacities of links and caps in bytes/s, by index; it is used, not copied. */
  public void reset(double[] linkCapacity) {
    capacity = linkCapacity;
    Arrays.fill(paths, 0, size, null);
    size = 0;
    start = new int[0];
  }

  /** Adds a bundle with a number of bytes that is finite and above 0. */
  public void add(PathSet bundlePaths, double bytes) {
    if (!(bytes > 0) || Double.isInfinite(bytes)) {
      throw new IllegalArgumentException("a bundle's demand must be above 0 and finite, got " + bytes);
    }
    if (size == demand.length) {
      demand = Arrays.copyOf(demand, 2 * size);
      paths = Arrays.copyOf(paths, 2 * size);
    }
    demand[size] = bytes;
    paths[size++] = bundlePaths;
  }

  /** Proposes for each bundle a path with which a solver may begin. The array is used, not copied. */
  public void beginWith(int[] pathByBundle) {
    start = pathByBundle;
  }

  /** Returns the path with which a solver may begin; -1 if none is proposed. */
  int start(int bundle) {
    return bundle < start.length ? start[bundle] : -1;
  }

  /** Returns the number of bundles. */
  public int size() {
    return size;
  }

  /** Returns the bytes of a bundle. */
  public double demand(int bundle) {
    return demand[bundle];
  }

  /** Returns the paths of a bundle. */
  public PathSet paths(int bundle) {
    return paths[bundle];
  }

  /** Returns the capacities in bytes/s by the index of links and caps. The caller must not change the array. */
  public double[] capacity() {
    return capacity;
  }

  /** Returns whether lambda is 0: a bundle has no path of open links, or there is no bundle. */
  public boolean isBlocked() {
    for (int bundle = 0; bundle < size; bundle++) {
      if (!paths[bundle].hasOpenPath(capacity)) {
        return true;
      }
    }
    return size == 0;
  }
}
