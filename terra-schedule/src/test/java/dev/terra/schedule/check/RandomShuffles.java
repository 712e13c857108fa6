package dev.terra.schedule.check;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleDemand;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * A source of shuffles for measurements. The number of bundles is uniform in 1..min(60, pairs of sites), their pairs are uniform, and
 * their bytes are log-normal around 10 GB, with a spread like that of real jobs.
 */
public final class RandomShuffles {
  /** The largest number of bundles of a shuffle. */
  public static final int MAX_BUNDLES = 60;
  private static final double MEDIAN_BYTES = 1e10;
  private static final double SIGMA = 1.5;

  private final Wan wan;
  private final Random random;
  private int made;

  /** Creates a source of shuffles on a WAN from a seed. */
  public RandomShuffles(Wan wan, long seed) {
    this.wan = wan;
    this.random = new Random(seed);
  }

  /** Returns the next shuffle, which arrives at the given time. */
  public ShuffleDemand next(double arrivalSeconds) {
    int sites = wan.sites().size();
    int count = 1 + random.nextInt(Math.min(MAX_BUNDLES, sites * (sites - 1)));
    ImmutableList.Builder<BundleDemand> bundles = ImmutableList.builder();
    Set<Integer> used = new HashSet<>();
    while (used.size() < count) {
      int from = random.nextInt(sites);
      int to = random.nextInt(sites);
      if (from != to && used.add(from * sites + to)) {
        bundles.add(new BundleDemand(site(from), site(to), bytes(), 1 + random.nextInt(100)));
      }
    }
    return ShuffleDemand.of(new ShuffleId("shuffle-" + ++made), arrivalSeconds, bundles.build());
  }

  private SiteId site(int index) {
    return wan.sites().get(index).id();
  }

  private double bytes() {
    return Math.max(1, Math.rint(MEDIAN_BYTES * Math.exp(SIGMA * random.nextGaussian())));
  }
}
