package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * A queue, or another user of a cache, that shares a pool.
 *
 * @param name the tenant's name
 * @param demand what the tenant's requests take of each rate
 * @param curve the part of the tenant's reads that misses, by the size of its cache
 * @param base what the tenant would have without any exchange: an equal part, or a part by weight. No division gives it less throughput
 *     than its base does.
 */
public record CacheTenant(String name, RequestDemand demand, MissRatioCurve curve, Allotment base) {
  /** Checks the sizes. */
  public CacheTenant {
    checkArgument(base.rates().size() == demand.missed().size(), "%s: expected as many rates as demands, got %s and %s", name,
        base.rates().size(), demand.missed().size());
  }
}
