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
 * The budget of the slides, and smaller ones in which keys, cache and rates are as many times fewer: what takes a second takes a second.
 *
 * @param divisor how many times smaller, at least 1
 */
record StoreScale(int divisor) {
  static final ImmutableList<RateResource> RESOURCES = ImmutableList.of(new RateResource("read units", true),
      new RateResource("write units", false), new RateResource("network", true));

  private static final long CACHE_BYTES = 2L << 30;
  private static final double UNITS_PER_SECOND = 1_000;
  private static final double BYTES_PER_SECOND = 50e6;
  /** A base has so many deltas, as the authors have it. */
  private static final int DELTAS = 64;
  /** The authors' floor of a cache. */
  private static final long LEAST_CACHE = 10L << 20;
  /** No tenant gets more than four bases of a cache, as with the authors. */
  private static final int MOST_BASES = 4;

  StoreScale {
    checkArgument(divisor >= 1, "scale: expected at least 1, got %s", divisor);
  }

  /** What each tenant would have alone. */
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

  /** A ghost that samples fewer keys of more. */
  GhostCache ghost(long seed) {
    int shift = Math.max(0, GhostCache.SAMPLE_SHIFT - (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(divisor)));
    return new GhostCache(seed, shift, deltaBytes(), DELTAS * MOST_BASES);
  }

  SharePool pool(List<CacheTenant> tenants) {
    return new SharePool(RESOURCES, ImmutableList.copyOf(tenants), ShareRules.of(deltaBytes(), LEAST_CACHE / divisor));
  }
}
