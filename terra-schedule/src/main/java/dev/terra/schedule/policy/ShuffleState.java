package dev.terra.schedule.policy;

import com.google.common.collect.ImmutableList;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.path.PathSet;
import java.util.Arrays;
import java.util.Optional;

/**
 * One active shuffle between rounds: the bundles that still have bytes and a path, with their rates in the round at hand.
 *
 * <p>Programmes are solved for {@code base}, what was left when the bundles last did not progress in proportion; while they
 * do, what is left is {@code fraction * base}, and rates for the one serve the other. That holds for every round alike, with
 * caches or without, so both compute the same.
 */
final class ShuffleState {
  /** Relative spread of the bundles' progress up to which it counts as equal; a tenth of the 1e-9 that a plan is held to. */
  private static final double EQUAL_PROGRESS = 1e-10;

  private ShuffleDemand demand;
  private int size;
  private int[] place = {};
  private PathSet[] paths = {};
  private double[] base = {};
  private double[] remaining = {};
  private double fraction = 1;
  private long baseVersion;
  private long pathVersion = -1;
  private Optional<String> problem = Optional.empty();
  private double[][] planned = {};
  private double[][] total = {};
  private double gammaOfBase;
  private long gammaBaseVersion = -1;
  private long gammaNetworkVersion = -1;

  ShuffleState(ShuffleDemand demand) {
    this.demand = demand;
  }

  /** Takes over what is left now, and the state of the links. */
  void update(ShuffleDemand next, Network network) {
    ShuffleDemand before = demand;
    demand = next;
    if (pathVersion != network.version() || !sameBundles(before, next)) {
      selectBundles(network);
      pathVersion = network.version();
      return;
    }
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    for (int bundle = 0; bundle < size; bundle++) {
      remaining[bundle] = next.bundles().get(place[bundle]).bytes();
      double share = remaining[bundle] / base[bundle];
      lowest = Math.min(lowest, share);
      highest = Math.max(highest, share);
    }
    if (highest > 0 && highest - lowest <= EQUAL_PROGRESS * highest) {
      fraction = highest;
    } else {
      selectBundles(network);
    }
  }

  private static boolean sameBundles(ShuffleDemand before, ShuffleDemand next) {
    if (before.bundles().size() != next.bundles().size()) {
      return false;
    }
    for (int i = 0; i < next.bundles().size(); i++) {
      BundleDemand old = before.bundles().get(i);
      BundleDemand bundle = next.bundles().get(i);
      if (!old.from().equals(bundle.from()) || !old.to().equals(bundle.to()) || (old.bytes() > 0) != (bundle.bytes() > 0)) {
        return false;
      }
    }
    return true;
  }

  private void selectBundles(Network network) {
    int most = demand.bundles().size();
    place = new int[most];
    paths = new PathSet[most];
    base = new double[most];
    size = 0;
    problem = Optional.empty();
    for (int i = 0; i < most; i++) {
      if (demand.bundles().get(i).bytes() > 0) {
        select(i, network);
      }
    }
    base = Arrays.copyOf(base, size);
    remaining = base.clone();
    fraction = 1;
    baseVersion++;
    planned = new double[size][];
    total = new double[size][];
  }

  private void select(int index, Network network) {
    BundleDemand bundle = demand.bundles().get(index);
    int from = network.paths().wan().indexOf(bundle.from());
    int to = network.paths().wan().indexOf(bundle.to());
    PathSet set = network.paths().between(from, to);
    if (!set.hasOpenPath(network.capacity())) {
      set = network.paths().detours(from, to, network.capacity());
    }
    if (set.size() == 0) {
      String sentence = "no path for bundle " + bundle.from() + "->" + bundle.to();
      problem = Optional.of(problem.map(earlier -> earlier + "; " + sentence).orElse(sentence));
      return;
    }
    place[size] = index;
    paths[size] = set;
    base[size++] = bundle.bytes();
  }

  /** Starts a round: no rates. */
  void clearRates() {
    for (int bundle = 0; bundle < size; bundle++) {
      int count = paths[bundle].size();
      if (planned[bundle] == null || planned[bundle].length != count) {
        planned[bundle] = new double[count];
        total[bundle] = new double[count];
      } else {
        Arrays.fill(planned[bundle], 0);
        Arrays.fill(total[bundle], 0);
      }
    }
  }

  ShuffleDemand demand() {
    return demand;
  }

  /** Number of bundles with bytes left and a path. */
  int size() {
    return size;
  }

  PathSet paths(int bundle) {
    return paths[bundle];
  }

  /** What programmes are solved for, bytes. */
  double base(int bundle) {
    return base[bundle];
  }

  /** What is left, bytes. */
  double remaining(int bundle) {
    return remaining[bundle];
  }

  /** The part of the base that is left. */
  double fraction() {
    return fraction;
  }

  /** Grows whenever the base changes. */
  long baseVersion() {
    return baseVersion;
  }

  int flows(int bundle) {
    return demand.bundles().get(place[bundle]).flows();
  }

  boolean hasUnconnectedBundle() {
    return problem.isPresent();
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

  double totalRate(int bundle, int path) {
    return path < total[bundle].length ? total[bundle][path] : 0;
  }

  /** Whether Gamma of the base is known for the links as they are. */
  boolean hasGamma(long networkVersion) {
    return gammaBaseVersion == baseVersion && gammaNetworkVersion == networkVersion;
  }

  void setGammaOfBase(double seconds, long networkVersion) {
    gammaOfBase = seconds;
    gammaBaseVersion = baseVersion;
    gammaNetworkVersion = networkVersion;
  }

  /** Gamma of what is left of the connected bundles, seconds. */
  double gammaSeconds() {
    return gammaOfBase * fraction;
  }

  double gammaOfBase() {
    return gammaOfBase;
  }

  /** The public form of this round's rates. */
  ShuffleAllocation toAllocation(boolean admitted, Optional<String> rejection) {
    ImmutableList.Builder<BundleAllocation> bundles = ImmutableList.builderWithExpectedSize(demand.bundles().size());
    int next = 0;
    for (int i = 0; i < demand.bundles().size(); i++) {
      boolean active = next < size && place[next] == i;
      bundles.add(new BundleAllocation(demand.bundles().get(i), active ? rates(next++) : ImmutableList.of()));
    }
    double gamma = hasUnconnectedBundle() ? Double.POSITIVE_INFINITY : size == 0 ? 0 : gammaSeconds();
    return new ShuffleAllocation(demand.id(), gamma, admitted, rejection.isPresent() ? rejection : problem, bundles.build());
  }

  private ImmutableList<PathRate> rates(int bundle) {
    ImmutableList.Builder<PathRate> rates = ImmutableList.builder();
    for (int path = 0; path < total[bundle].length; path++) {
      if (total[bundle][path] > 0) {
        rates.add(new PathRate(paths[bundle].path(path), total[bundle][path], planned[bundle][path]));
      }
    }
    return rates.build();
  }
}
