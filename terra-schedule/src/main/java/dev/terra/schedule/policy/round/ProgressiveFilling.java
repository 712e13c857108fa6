package dev.terra.schedule.policy.round;

import dev.terra.schedule.path.PathSet;
import java.util.Arrays;

/**
 * Progressive filling: all items grow at once, each in proportion to its weight, on its first path that has something left on every
 * link; where a link is full, the items on it go on with their next path. Ends when no item has such a path.
 */
public final class ProgressiveFilling {
  private final ResidualNetwork network;
  private final double[] pressure;
  private BundlesInRound[] owners = new BundlesInRound[64];
  private int[] bundle = new int[64];
  private int[] path = new int[64];
  private boolean[] fixed = new boolean[64];
  private double[] weight = new double[64];
  private int size;

  /** Fills what this network has left. */
  public ProgressiveFilling(ResidualNetwork network) {
    this.network = network;
    this.pressure = new double[network.capacity().length];
  }

  /** Starts without items. */
  public void reset() {
    Arrays.fill(owners, 0, size, null);
    size = 0;
  }

  /** Adds a bundle that may use all its paths, one after the other. */
  public void add(BundlesInRound owner, int ownerBundle, double itsWeight) {
    put(owner, ownerBundle, itsWeight);
    path[size] = 0;
    fixed[size++] = false;
  }

  /** Adds a bundle's flows on one path. */
  public void addFixed(BundlesInRound owner, int ownerBundle, int ownerPath, double itsWeight) {
    put(owner, ownerBundle, itsWeight);
    path[size] = ownerPath;
    fixed[size++] = true;
  }

  private void put(BundlesInRound owner, int ownerBundle, double itsWeight) {
    if (size == weight.length) {
      int more = 2 * size;
      owners = Arrays.copyOf(owners, more);
      bundle = Arrays.copyOf(bundle, more);
      path = Arrays.copyOf(path, more);
      fixed = Arrays.copyOf(fixed, more);
      weight = Arrays.copyOf(weight, more);
    }
    owners[size] = owner;
    bundle[size] = ownerBundle;
    weight[size] = itsWeight;
  }

  /** Gives a shuffle what is left on its paths, bundles in proportion to what they have left. */
  public void fillInProportion(BundlesInRound bundles) {
    reset();
    for (int each = 0; each < bundles.size(); each++) {
      add(bundles, each, bundles.remaining(each));
    }
    run();
  }

  /** Fills what the network has left; adds to the items' rates. */
  public void run() {
    while (advanceAll() > 0) {
      double step = applyPressure();
      for (int link = 0; link < pressure.length; link++) {
        if (pressure[link] > 0) {
          boolean full = network.residual()[link] <= pressure[link] * step;
          network.take(link, pressure[link] * step);
          if (full) {
            network.exhaust(link);
          }
        }
      }
      for (int item = 0; item < size; item++) {
        owners[item].rates().addFill(bundle[item], path[item], weight[item] * step);
      }
    }
  }

  /** Moves every item to its first open path and drops those that have none; returns how many are left. */
  private int advanceAll() {
    int kept = 0;
    for (int item = 0; item < size; item++) {
      int next = nextPath(item);
      if (next >= 0) {
        owners[kept] = owners[item];
        bundle[kept] = bundle[item];
        fixed[kept] = fixed[item];
        weight[kept] = weight[item];
        path[kept++] = next;
      }
    }
    Arrays.fill(owners, kept, size, null);
    size = kept;
    return kept;
  }

  private int nextPath(int item) {
    PathSet paths = owners[item].paths(bundle[item]);
    int next = paths.firstOpenPath(network.residual(), path[item]);
    if (fixed[item]) {
      return next == path[item] ? next : -1;
    }
    return next < 0 && network.paths().addOpen(paths, network.residual()) ? paths.size() - 1 : next;
  }

  /** Sums the weights on every link and returns how far all items can grow until the first link is full. */
  private double applyPressure() {
    Arrays.fill(pressure, 0);
    double step = Double.POSITIVE_INFINITY;
    for (int item = 0; item < size; item++) {
      for (int link : owners[item].paths(bundle[item]).links(path[item])) {
        pressure[link] += weight[item];
      }
    }
    double[] residual = network.residual();
    for (int link = 0; link < pressure.length; link++) {
      if (pressure[link] > 0) {
        step = Math.min(step, residual[link] / pressure[link]);
      }
    }
    return step;
  }
}
