package dev.terra.schedule.policy;

import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.path.PathSet;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
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

  /** Where a shuffle with a deadline stands. */
  enum Admission {
    /** It has no deadline, or nothing was decided yet. */
    OPEN,
    /** Its deadline is promised. */
    ADMITTED,
    /** Its deadline cannot be met: it gets what others leave. */
    REJECTED
  }

  /** Last plan in the lane of aged shuffles. */
  final PlanCache lanePlan = new PlanCache();
  final Rates rates = new Rates();

  private final Map<Detours, PlanCache> orderedPlans = new EnumMap<>(Detours.class);
  private ShuffleDemand demand;
  private boolean played;
  private int size;
  private int[] place = {};
  private PathSet[] paths = {};
  private double[] base = {};
  private double[] remaining = {};
  private int[] touched;
  private double fraction = 1;
  private long baseVersion;
  private long networkVersion = -1;
  private Optional<String> unconnected = Optional.empty();
  private Admission admission = Admission.OPEN;
  private Optional<String> rejection = Optional.empty();
  private final GammaRecord gamma = new GammaRecord();
  private double gammaOfBase;
  private long gammaBaseVersion = -1;
  private long gammaNetworkVersion = -1;
  private double mostBytes;
  private double fullGammaSeconds;

  ShuffleState(ShuffleDemand demand) {
    this.demand = demand;
  }

  /** A copy of what is left and of the paths, to be played; it shares nothing that changes. */
  ShuffleState forPlay() {
    ShuffleState copy = new ShuffleState(demand);
    copy.played = true;
    copy.size = size;
    copy.place = Arrays.copyOf(place, size);
    copy.paths = Arrays.copyOf(paths, size);
    copy.base = Arrays.copyOf(remaining, size);
    copy.remaining = copy.base;
    copy.gammaOfBase = gammaSeconds();
    return copy;
  }

  /** Plays on: sends at the rates of the round for so long. Of a bundle that has at most this share left, nothing is. */
  void play(double seconds, double nothing) {
    int left = 0;
    for (int bundle = 0; bundle < size; bundle++) {
      double bytes = base[bundle] - rates.total(bundle) * seconds;
      if (bytes > nothing * base[bundle]) {
        place[left] = place[bundle];
        paths[left] = paths[bundle];
        base[left++] = bytes;
      }
    }
    size = left;
  }

  /** Whether this is a copy that is played; nothing is worth caching for it. */
  boolean isPlayed() {
    return played;
  }

  /** Takes over what is left now, and the state of the links. */
  void update(ShuffleDemand next, Network network) {
    ShuffleDemand before = demand;
    demand = next;
    if (!before.terms().deadlineSeconds().equals(next.terms().deadlineSeconds())) {
      admission = Admission.OPEN;
      rejection = Optional.empty();
    }
    if (networkVersion != network.version() || !sameBundles(before, next)) {
      selectBundles(network);
      networkVersion = network.version();
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
    if (size > 0 && highest - lowest <= EQUAL_PROGRESS * highest) {
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
    unconnected = Optional.empty();
    for (int i = 0; i < most; i++) {
      if (demand.bundles().get(i).bytes() > 0) {
        select(i, network);
      }
    }
    base = Arrays.copyOf(base, size);
    remaining = base.clone();
    touched = null;
    fraction = 1;
    baseVersion++;
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
      unconnected = Optional.of(unconnected.map(earlier -> earlier + "; " + sentence).orElse(sentence));
      return;
    }
    place[size] = index;
    paths[size] = set;
    base[size++] = bundle.bytes();
  }

  /** Last plan in the ordinary order with paths of at most this length. */
  PlanCache orderedPlan(Detours longest) {
    return orderedPlans.computeIfAbsent(longest, length -> new PlanCache());
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

  /** Position in the demand's list. */
  int place(int bundle) {
    return place[bundle];
  }

  /** What programmes are solved for, bytes. */
  double base(int bundle) {
    return base[bundle];
  }

  /** What is left of a bundle, bytes. */
  double remaining(int bundle) {
    return remaining[bundle];
  }

  /** What is left of all bundles, bytes. */
  double bytes() {
    double sum = 0; // comparators and every round ask for it
    for (int bundle = 0; bundle < size; bundle++) {
      sum += remaining[bundle];
    }
    return sum;
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

  /** Which bundles have no path; empty if all have one. */
  Optional<String> unconnected() {
    return unconnected;
  }

  /** The links of all paths, ascending. */
  int[] touchedLinks(int linkCount) {
    if (touched == null) {
      boolean[] marked = new boolean[linkCount];
      int count = 0;
      for (int bundle = 0; bundle < size; bundle++) {
        for (int link : paths[bundle].touchedLinks()) {
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

  /** Whether Gamma of the base is known for the links as they are. */
  boolean hasGamma(long network) {
    return gammaBaseVersion == baseVersion && gammaNetworkVersion == network;
  }

  GammaRecord gammaRecord() {
    return gamma;
  }

  void setGammaOfBase(double seconds, long network) {
    gammaOfBase = seconds;
    gammaBaseVersion = baseVersion;
    gammaNetworkVersion = network;
  }

  /** Gamma of what is left of the connected bundles, seconds. */
  double gammaSeconds() {
    return gammaOfBase * fraction;
  }

  double gammaOfBase() {
    return gammaOfBase;
  }

  /** Once Gamma is known in a round: keeps it if there was never more left. */
  void noteGamma() {
    if (bytes() > mostBytes) {
      mostBytes = bytes();
      fullGammaSeconds = gammaSeconds();
    }
  }

  /** Gamma when the shuffle had most left so far, seconds: a job's arrives with a small part of what it will be. */
  double fullGammaSeconds() {
    return fullGammaSeconds;
  }

  /** How long the shuffle has been there, seconds. */
  double ageSeconds(double nowSeconds) {
    return nowSeconds - demand.arrivalSeconds();
  }

  Admission admission() {
    return admission;
  }

  Optional<String> rejection() {
    return rejection;
  }

  void admit() {
    admission = Admission.ADMITTED;
  }

  void reject(String reason) {
    admission = Admission.REJECTED;
    rejection = Optional.of(reason);
  }
}
