package dev.terra.schedule.policy.round;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import dev.terra.core.wan.SitePair;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.path.PathLimit;
import dev.terra.schedule.path.PathSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One active shuffle between rounds: its demand, the bundles that still have bytes and a path, and its Gamma.
 *
 * <p>Programs are solved for the bundles' volumes: the bytes that were left when the bundles last did not progress in proportion. While the
 * bundles progress in proportion, what is left is {@code fraction} of the volumes, and rates for the volumes also serve the rest. This
 * holds for every round, with or without caches, so both compute the same.
 */
public final class ActiveShuffle {
  /** The largest relative spread of the bundles' progress that counts as equal; a tenth of the 1e-9 to which a plan is checked. */
  private static final double EQUAL_PROGRESS = 1e-10;

  private final ShuffleGamma gamma = new ShuffleGamma();
  private ShuffleDemand demand;
  private int[] place = {};
  private BundlesInRound bundles = new BundlesInRound(new PathSet[0], new double[0]);
  private double fraction = 1;
  private @Nullable Long networkVersion;
  private @Nullable String unconnected;

  /** Makes a shuffle that no round has had yet. */
  public ActiveShuffle(ShuffleDemand demand) {
    this.demand = demand;
  }

  /** Takes over the bytes that are left at this time, and the state of the links. */
  public void update(ShuffleDemand next, ResidualNetwork network) {
    ShuffleDemand before = demand;
    demand = next;
    boolean sameLimits = limits(before).equals(limits(next));
    if (!sameLimits) {
      gamma.forget();
    }
    if (!sameLimits || networkVersion == null || networkVersion != network.version() || !sameBundles(before, next)
        || !progressedEqually()) {
      selectBundles(network);
      networkVersion = network.version();
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

  private static List<PathLimit> limits(ShuffleDemand demand) {
    return Lists.transform(demand.bundles(), BundleDemand::limit);
  }

  private boolean progressedEqually() {
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    for (int bundle = 0; bundle < bundles.size(); bundle++) {
      double share = bundles.setRemaining(bundle, demand.bundles().get(place[bundle]).bytes());
      lowest = Math.min(lowest, share);
      highest = Math.max(highest, share);
    }
    fraction = highest;
    return bundles.size() > 0 && highest - lowest <= EQUAL_PROGRESS * highest;
  }

  private void selectBundles(ResidualNetwork network) {
    int most = demand.bundles().size();
    int[] places = new int[most];
    PathSet[] paths = new PathSet[most];
    double[] volume = new double[most];
    int size = 0;
    unconnected = null;
    for (int i = 0; i < most; i++) {
      BundleDemand bundle = demand.bundles().get(i);
      Optional<PathSet> set = bundle.bytes() > 0 ? paths(bundle, network) : Optional.empty();
      if (set.isPresent()) {
        places[size] = i;
        paths[size] = set.get();
        volume[size++] = bundle.bytes();
      }
    }
    place = places;
    bundles = new BundlesInRound(Arrays.copyOf(paths, size), Arrays.copyOf(volume, size));
    fraction = 1;
  }

  private Optional<PathSet> paths(BundleDemand bundle, ResidualNetwork network) {
    int from = network.paths().wan().indexOf(bundle.from());
    int to = network.paths().wan().indexOf(bundle.to());
    PathSet set = network.paths().between(from, to).within(bundle.limit());
    if (!set.hasOpenPath(network.capacity())) {
      set = network.paths().detours(from, to, network.capacityFor(bundle.limit())).within(bundle.limit());
    }
    if (set.size() > 0) {
      return Optional.of(set);
    }
    String sentence = "no path for bundle " + new SitePair(bundle.from(), bundle.to());
    unconnected = unconnected == null ? sentence : unconnected + "; " + sentence;
    return Optional.empty();
  }

  /** Returns the last demand. */
  public ShuffleDemand demand() {
    return demand;
  }

  /** Returns the bundles that have bytes left and a path. It is a new object after each time that they did not progress in proportion. */
  public BundlesInRound bundles() {
    return bundles;
  }

  /** Returns the demand of a bundle, by the bundle's index. */
  public BundleDemand demand(int bundle) {
    return demand.bundles().get(place[bundle]);
  }

  /** Returns a value of each bundle in the order of the demand's list, with 0 for bundles without bytes or path. */
  double[] byPlace(double[] byBundle) {
    double[] values = new double[demand.bundles().size()];
    for (int bundle = 0; bundle < bundles.size(); bundle++) {
      values[place[bundle]] = byBundle[bundle];
    }
    return values;
  }

  /** Returns the part of the volumes that is left. */
  public double fraction() {
    return fraction;
  }

  /** Returns a text that names the bundles without a path; empty if all have one. */
  public Optional<String> unconnected() {
    return Optional.ofNullable(unconnected);
  }

  /** Returns the known Gamma of the volumes. */
  public ShuffleGamma gamma() {
    return gamma;
  }

  /** Returns Gamma of what is left of the bundles that have a path, seconds. */
  public double gammaSeconds() {
    return gamma.seconds() * fraction;
  }

  /** Returns the shuffle's part of a schedule; a rejection is the reason why the shuffle's deadline cannot be met. */
  public ShuffleAllocation toAllocation(@Nullable String rejection) {
    int count = demand.bundles().size();
    ImmutableList.Builder<BundleAllocation> list = ImmutableList.builderWithExpectedSize(count);
    int next = 0;
    for (int i = 0; i < count; i++) {
      boolean active = next < bundles.size() && place[next] == i;
      list.add(new BundleAllocation(demand.bundles().get(i), active ? bundles.rates().list(next++) : ImmutableList.of()));
    }
    double seconds = unconnected != null ? Double.POSITIVE_INFINITY : bundles.size() == 0 ? 0 : gammaSeconds();
    Optional<String> reason = Optional.ofNullable(rejection == null ? unconnected : rejection);
    return new ShuffleAllocation(demand.id(), seconds, rejection == null, reason, list.build());
  }
}
