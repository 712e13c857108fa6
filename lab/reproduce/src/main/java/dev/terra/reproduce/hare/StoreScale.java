package dev.terra.reproduce.hare;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shares.Allotment;
import dev.terra.core.shares.CacheTenant;
import dev.terra.core.shares.GhostCache;
import dev.terra.core.shares.RateResource;
import dev.terra.core.shares.SharePool;
import dev.terra.core.shares.ShareRules;
import java.util.List;

/**
 * The budget of the slides, and smaller ones in which keys, cache and rates are divided by the same number: what takes
 * a second in the slides takes a second.
 *
 * @param divisor of keys, cache and rates, at least 1
 */
record StoreScale(int divisor) {
  static final ImmutableList<RateResource> RESOURCES = ImmutableList.of(new RateResource("read units", true),
      new RateResource("write units", false), new RateResource("network", true));

  private static final long CACHE_BYTES = 2L << 30;
  private static final double UNITS_PER_SECOND = 1_000;
  private static final double BYTES_PER_SECOND = 50e6;
  /** The number of deltas in a base, as in the authors' code. */
  private static final int DELTAS = 64;
  /** The authors' floor of a cache. */
  private static final long LEAST_CACHE = 10L << 20;
  /** The most bases of cache that a tenant gets, as in the authors' code. */
  private static final int MOST_BASES = 4;

  StoreScale {
    checkArgument(divisor >= 1, "scale: expected at least 1, got %s", divisor);
  }

  /** Returns what each tenant has alone. */
  Allotment base() {
    return new Allotment(CACHE_BYTES / divisor,
        ImmutableList.of(UNITS_PER_SECOND / divisor, UNITS_PER_SECOND / divisor, BYTES_PER_SECOND / divisor));
  }

  long deltaBytes() {
    return CACHE_BYTES / divisor / DELTAS;
  }

  TenantLoad of(TenantLoad load) {
    return load.withKeys(load.keys() / divisor);
  }

  /** Returns a ghost that samples the larger a share of the keys, the fewer keys there are. */
  GhostCache ghost(long seed) {
    int shift = Math.max(0, GhostCache.SAMPLE_SHIFT - (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(divisor)));
    return new GhostCache(seed, shift, deltaBytes(), DELTAS * MOST_BASES);
  }

  SharePool pool(List<CacheTenant> tenants) {
    return new SharePool(RESOURCES, ImmutableList.copyOf(tenants), ShareRules.of(deltaBytes(), LEAST_CACHE / divisor));
  }
}
