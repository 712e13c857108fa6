package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;

/**
 * The parts of a cache and of rates that are allotted to a tenant.
 *
 * @param cacheBytes the tenant's part of the cache, at least 0
 * @param rates the tenant's part of each rate, in the order of the pool's resources, at least 0
 */
public record Allotment(long cacheBytes, ImmutableList<Double> rates) {
  /** Checks the ranges. */
  public Allotment {
    checkArgument(cacheBytes >= 0, "cache: expected at least 0 bytes, got %s", cacheBytes);
    checkArgument(rates.stream().allMatch(rate -> rate >= 0), "rates: expected at least 0, got %s", rates);
  }
}
