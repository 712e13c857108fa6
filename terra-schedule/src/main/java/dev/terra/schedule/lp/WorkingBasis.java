package dev.terra.schedule.lp;

import java.util.Arrays;

/**
 * The basis of the path simplex. Every bundle has one <i>key</i> path, whose rate follows from the others (rate of the key =
 * lambda * d - the bundle's other rates). The unknowns are the <i>structurals</i>: number 0 is lambda, the others
 * are the basic paths that are not keys. There are as many as <i>tight</i> links, which are used to capacity. With keys substituted,
 * column 0 is the load that the keys put on the tight links at lambda 1, and the column of a path is its links minus those of
 * its key:
 *
 * <pre>  B x = capacity of the tight links,   x = B^-1 capacity,   {@link #inverse} = B^-1, one row per structural </pre>
 *
 * <p>This is generalised upper bounding (Dantzig and Van Slyke 1967): the matrix has the size of the bottleneck, not of the
 * problem.
 */
final class WorkingBasis {
  private static final int INITIAL = 64;
  /** The least pivot; a smaller one is a rounding error. */
  private static final double SINGULAR = 1e-12;

  /** The problem, which {@link #start} sets. */
  @SuppressWarnings("NullAway.Init")
  ScaledProblem problem;
  /** The number of structurals, which is also the number of tight links. */
  int size;
  int[] key = new int[INITIAL];
  int[] bundle = new int[INITIAL];
  int[] path = new int[INITIAL];
  double[] value = new double[INITIAL];
  int[] tight = new int[INITIAL];
  double[][] inverse = new double[INITIAL][INITIAL];
  /** The position of each link among the tight ones; -1 if the link is not tight. */
  int[] position = {};
  /** The load that the keys put on each link at lambda 1. */
  double[] keyLoad = {};
  /** The load of each link. */
  double[] flow = {};
  private double[] row = new double[INITIAL];
  private double[] product = new double[INITIAL];

  /** Starts with every bundle on its start path, and with the one link that limits them as the tight link. */
  void start(ScaledProblem scaled) {
    problem = scaled;
    int links = scaled.capacity.length;
    if (position.length != links) {
      position = new int[links];
      keyLoad = new double[links];
      flow = new double[links];
    }
    if (key.length < scaled.bundles) {
      key = new int[2 * scaled.bundles];
    }
    Arrays.fill(position, -1);
    System.arraycopy(scaled.startPath, 0, key, 0, scaled.bundles);
    sumKeyLoads();
    int first = -1;
    double lambda = Double.POSITIVE_INFINITY;
    for (int link = 0; link < links; link++) {
      double most = keyLoad[link] > 0 ? scaled.capacity[link] / keyLoad[link] : Double.POSITIVE_INFINITY;
      if (most < lambda) {
        lambda = most;
        first = link;
      }
    }
    size = 1;
    bundle[0] = -1;
    path[0] = -1;
    value[0] = lambda;
    tight[0] = first;
    position[first] = 0;
    inverse[0][0] = 1 / keyLoad[first];
    for (int link = 0; link < links; link++) {
      flow[link] = keyLoad[link] * lambda;
    }
  }

  private void sumKeyLoads() {
    Arrays.fill(keyLoad, 0);
    for (int k = 0; k < problem.bundles; k++) {
      addAlong(keyLoad, key[k], problem.demand[k]);
    }
  }

  /** Adds an amount to every link of a path. */
  void addAlong(double[] byLink, int aPath, double amount) {
    for (int i = problem.pathStart[aPath]; i < problem.pathStart[aPath + 1]; i++) {
      byLink[problem.links[i]] += amount;
    }
  }

  /** Returns the rate of a bundle's key. */
  double keyRate(int k) {
    double rate = value[0] * problem.demand[k];
    for (int j = 1; j < size; j++) {
      if (bundle[j] == k) {
        rate -= value[j];
      }
    }
    return rate;
  }

  /** Computes direction = inverse * (links of a path minus links of its bundle's key). */
  void columnOf(int k, int aPath, double[] direction) {
    Arrays.fill(direction, 0, size, 0);
    accumulate(aPath, 1, direction);
    accumulate(key[k], -1, direction);
  }

  private void accumulate(int aPath, double sign, double[] direction) {
    for (int i = problem.pathStart[aPath]; i < problem.pathStart[aPath + 1]; i++) {
      int at = position[problem.links[i]];
      if (at >= 0) {
        for (int j = 0; j < size; j++) {
          direction[j] += sign * inverse[j][at];
        }
      }
    }
  }

  /** Computes product = (row of a link over the structurals) * inverse. */
  private void rowTimesInverse(int link) {
    fillRow(link);
    Arrays.fill(product, 0, size, 0);
    for (int j = 0; j < size; j++) {
      if (row[j] != 0) {
        addMultiple(product, inverse[j], row[j]);
      }
    }
  }

  private void fillRow(int link) {
    row[0] = keyLoad[link];
    for (int j = 1; j < size; j++) {
      row[j] = (problem.isOn(link, path[j]) ? 1 : 0) - (problem.isOn(link, key[bundle[j]]) ? 1 : 0);
    }
  }

  private void addMultiple(double[] target, double[] source, double factor) {
    for (int i = 0; i < size; i++) {
      target[i] += factor * source[i];
    }
  }

  /** Adds a path to the structurals and a link to the tight links: the matrix grows by one row and one column. */
  void grow(int k, int aPath, double rate, int link, double[] direction) {
    rowTimesInverse(link);
    double pivot = (problem.isOn(link, aPath) ? 1 : 0) - (problem.isOn(link, key[k]) ? 1 : 0);
    for (int j = 0; j < size; j++) {
      pivot -= row[j] * direction[j];
    }
    ensureRoom(size + 1);
    double[] last = inverse[size];
    for (int j = 0; j < size; j++) {
      double factor = direction[j] / pivot;
      addMultiple(inverse[j], product, factor);
      inverse[j][size] = -factor;
    }
    for (int i = 0; i < size; i++) {
      last[i] = -product[i] / pivot;
    }
    last[size] = 1 / pivot;
    tight[size] = link;
    position[link] = size;
    setStructural(size, k, aPath, rate);
    size++;
  }

  /** Replaces a tight link, which gets slack, by another link, which becomes tight. */
  void replaceTight(int at, int link) {
    rowTimesInverse(link);
    double pivot = product[at];
    product[at] -= 1;
    for (int j = 0; j < size; j++) {
      addMultiple(inverse[j], product, -inverse[j][at] / pivot);
    }
    position[tight[at]] = -1;
    tight[at] = link;
    position[link] = at;
  }

  /** Replaces a basic path by an entering path. */
  void replacePath(int j, int k, int aPath, double rate, double[] direction) {
    double[] leaving = inverse[j];
    double scale = 1 / direction[j];
    for (int i = 0; i < size; i++) {
      leaving[i] *= scale;
    }
    for (int other = 0; other < size; other++) {
      if (other != j && direction[other] != 0) {
        addMultiple(inverse[other], leaving, -direction[other]);
      }
    }
    setStructural(j, k, aPath, rate);
  }

  /** Removes a path that leaves, and a tight link that gets slack: the matrix shrinks by one row and one column. */
  void shrink(int j, int at) {
    double[] leaving = inverse[j];
    double pivot = leaving[at];
    for (int other = 0; other < size; other++) {
      if (other != j && inverse[other][at] != 0) {
        addMultiple(inverse[other], leaving, -inverse[other][at] / pivot);
      }
    }
    int last = size - 1;
    position[tight[at]] = -1;
    inverse[j] = inverse[last];
    inverse[last] = leaving;
    setStructural(j, bundle[last], path[last], value[last]);
    if (at != last) {
      tight[at] = tight[last];
      position[tight[at]] = at;
      for (int other = 0; other < last; other++) {
        inverse[other][at] = inverse[other][last];
      }
    }
    size = last;
  }

  /** Swaps structural j and the key of its bundle. */
  void swapWithKey(int j) {
    int k = bundle[j];
    double demand = problem.demand[k];
    double keyRate = keyRate(k);
    double[] swapped = inverse[j];
    for (int i = 0; i < size; i++) {
      swapped[i] = demand * inverse[0][i] - swapped[i];
    }
    for (int other = 1; other < size; other++) {
      if (other != j && bundle[other] == k) {
        addMultiple(swapped, inverse[other], -1);
      }
    }
    int oldKey = key[k];
    moveKey(k, path[j]);
    path[j] = oldKey;
    value[j] = keyRate;
  }

  /** Makes an entering path its bundle's key; the old key leaves. {@code direction} is the direction of the entering path. */
  void enterAsKey(int k, int aPath, double[] direction) {
    double demand = problem.demand[k];
    double pivot = 1 + demand * direction[0];
    for (int i = 0; i < size; i++) {
      product[i] = demand * inverse[0][i];
    }
    for (int j = 1; j < size; j++) {
      if (bundle[j] == k) {
        pivot -= direction[j];
        addMultiple(product, inverse[j], -1);
      }
    }
    for (int j = 0; j < size; j++) {
      if (direction[j] != 0) {
        addMultiple(inverse[j], product, -direction[j] / pivot);
      }
    }
    moveKey(k, aPath);
  }

  private void moveKey(int k, int newKey) {
    addAlong(keyLoad, key[k], -problem.demand[k]);
    addAlong(keyLoad, newKey, problem.demand[k]);
    key[k] = newKey;
  }

  private void setStructural(int j, int k, int aPath, double rate) {
    bundle[j] = k;
    path[j] = aPath;
    value[j] = rate;
  }

  private void ensureRoom(int needed) {
    if (needed <= value.length) {
      return;
    }
    int more = 2 * value.length;
    bundle = Arrays.copyOf(bundle, more);
    path = Arrays.copyOf(path, more);
    value = Arrays.copyOf(value, more);
    tight = Arrays.copyOf(tight, more);
    row = Arrays.copyOf(row, more);
    product = Arrays.copyOf(product, more);
    double[][] larger = new double[more][];
    for (int j = 0; j < more; j++) {
      larger[j] = j < inverse.length ? Arrays.copyOf(inverse[j], more) : new double[more];
    }
    inverse = larger;
  }

  /** Computes the inverse afresh; returns false if the matrix is singular. */
  boolean refactor() {
    sumKeyLoads();
    double[][] matrix = new double[size][2 * size];
    for (int i = 0; i < size; i++) {
      fillRow(tight[i]);
      System.arraycopy(row, 0, matrix[i], 0, size);
      matrix[i][size + i] = 1;
    }
    for (int column = 0; column < size; column++) {
      if (!eliminate(matrix, column)) {
        return false;
      }
    }
    for (int j = 0; j < size; j++) {
      System.arraycopy(matrix[j], size, inverse[j], 0, size);
    }
    return true;
  }

  private boolean eliminate(double[][] matrix, int column) {
    int best = column;
    for (int i = column + 1; i < size; i++) {
      if (Math.abs(matrix[i][column]) > Math.abs(matrix[best][column])) {
        best = i;
      }
    }
    double[] pivotRow = matrix[best];
    matrix[best] = matrix[column];
    matrix[column] = pivotRow;
    double pivot = pivotRow[column];
    if (Math.abs(pivot) < SINGULAR) {
      return false;
    }
    for (int i = column; i < 2 * size; i++) {
      pivotRow[i] /= pivot;
    }
    for (int i = 0; i < size; i++) {
      double factor = matrix[i][column];
      if (i != column && factor != 0) {
        for (int q = column; q < 2 * size; q++) {
          matrix[i][q] -= factor * pivotRow[q];
        }
      }
    }
    return true;
  }

  /** Computes values and flows from the inverse and the given capacities. */
  void recompute(double[] capacity) {
    for (int j = 0; j < size; j++) {
      double sum = 0;
      for (int i = 0; i < size; i++) {
        sum += inverse[j][i] * capacity[tight[i]];
      }
      value[j] = sum;
    }
    for (int link = 0; link < flow.length; link++) {
      flow[link] = keyLoad[link] * value[0];
    }
    for (int j = 1; j < size; j++) {
      addAlong(flow, path[j], value[j]);
      addAlong(flow, key[bundle[j]], -value[j]);
    }
  }
}
