package dev.terra.schedule.policy.round;

import dev.terra.schedule.path.PathSet;
import java.util.Arrays;

/**
 * Progressive filling: all items grow at once, each in proportion to its weight, on its first path that has something left on every link.
 * When a link is full, the items on it go on with their next path. The filling ends when no item has such a path.
 *
 * <p>All items grow by the same steps, so an item's rate is written only when the item leaves a path, with all steps since it entered the
 * path. The sum of weights on a link changes only when items enter or leave the link.
 */
public final class ProgressiveFilling {
  private final ResidualNetwork network;
  /** The sum of the weights of the items on each link; {@link #users} holds the number of these items. */
  private final double[] pressure;
  private final int[] users;
  private BundlesInRound[] owners = new BundlesInRound[64];
  private int[] bundle = new int[64];
  private int[] path = new int[64];
  /** The links of each item's path. They are kept because every step reads them. */
  private int[][] links = new int[64][];
  private boolean[] fixed = new boolean[64];
  private double[] weight = new double[64];
  /** The step at which an item entered its path. */
  private int[] since = new int[64];
  private int size;
  /** By how much an item of weight 1 grew in each step, bytes/s. */
  private double[] steps = new double[64];
  private int stepCount;
  private boolean someWithoutPath;

  /** Makes a filling of what the network has left. */
  public ProgressiveFilling(ResidualNetwork network) {
    this.network = network;
    this.pressure = new double[network.capacity().length];
    this.users = new int[pressure.length];
  }

  /** Removes all items. */
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
      links = Arrays.copyOf(links, more);
      fixed = Arrays.copyOf(fixed, more);
      weight = Arrays.copyOf(weight, more);
      since = Arrays.copyOf(since, more);
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

  /** Fills what the network has left, and adds it to the items' rates. */
  public void run() {
    Arrays.fill(pressure, 0);
    Arrays.fill(users, 0);
    stepCount = 0;
    for (int item = 0; item < size; item++) {
      enter(item, nextPath(item));
    }
    dropThoseWithoutPath();
    while (size > 0) {
      grow();
      for (int item = 0; item < size; item++) {
        if (!PathSet.isOpen(links[item], network.residual())) {
          leave(item);
          enter(item, nextPath(item));
        }
      }
      dropThoseWithoutPath();
    }
  }

  /** Lets all items grow until the first link is full. */
  private void grow() {
    double step = largestStep();
    if (stepCount == steps.length) {
      steps = Arrays.copyOf(steps, 2 * stepCount);
    }
    steps[stepCount++] = step;
    double[] residual = network.residual();
    for (int link = 0; link < pressure.length; link++) {
      if (users[link] > 0) {
        boolean full = residual[link] <= pressure[link] * step;
        network.take(link, pressure[link] * step);
        if (full) {
          network.exhaust(link);
        }
      }
    }
  }

  private double largestStep() {
    double step = Double.POSITIVE_INFINITY;
    double[] residual = network.residual();
    for (int link = 0; link < pressure.length; link++) {
      if (users[link] > 0) {
        step = Math.min(step, residual[link] / pressure[link]);
      }
    }
    return step;
  }

  private void enter(int item, int newPath) {
    path[item] = newPath;
    since[item] = stepCount;
    someWithoutPath |= newPath < 0;
    if (newPath >= 0) {
      links[item] = owners[item].paths(bundle[item]).links(newPath);
      for (int link : links[item]) {
        pressure[link] += weight[item];
        users[link]++;
      }
    }
  }

  private void leave(int item) {
    RateTable rates = owners[item].rates();
    for (int step = since[item]; step < stepCount; step++) {
      rates.addFill(bundle[item], path[item], weight[item] * steps[step]);
    }
    for (int link : links[item]) {
      users[link]--;
      pressure[link] = users[link] == 0 ? 0 : pressure[link] - weight[item];
    }
  }

  private void dropThoseWithoutPath() {
    if (!someWithoutPath) {
      return;
    }
    someWithoutPath = false;
    int kept = 0;
    for (int item = 0; item < size; item++) {
      if (path[item] >= 0) {
        owners[kept] = owners[item];
        bundle[kept] = bundle[item];
        fixed[kept] = fixed[item];
        weight[kept] = weight[item];
        since[kept] = since[item];
        links[kept] = links[item];
        path[kept++] = path[item];
      }
    }
    Arrays.fill(owners, kept, size, null);
    size = kept;
  }

  /** Returns the first open path from the item's own path on; -1 if there is none. */
  private int nextPath(int item) {
    PathSet paths = owners[item].paths(bundle[item]);
    if (fixed[item]) {
      return PathSet.isOpen(paths.links(path[item]), network.residual()) ? path[item] : -1;
    }
    int next = paths.firstOpenPath(network.residual(), path[item]);
    return next < 0 && network.paths().addOpen(paths, network.residual()) ? paths.size() - 1 : next;
  }
}
