package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;

/**
 * The mean amount of each rate that a tenant's requests take, in the order of the pool's resources.
 *
 * @param missed what a request takes if every read misses the cache, at least 0
 * @param spared the part of this amount that a hit spares, 0 to 1
 */
public record RequestDemand(ImmutableList<Double> missed, ImmutableList<Double> spared) {
  /** Checks the ranges. */
  public RequestDemand {
    checkArgument(missed.size() == spared.size(), "demand: expected as many spared parts as rates, got %s and %s", spared.size(),
        missed.size());
    checkArgument(missed.stream().allMatch(rate -> rate >= 0), "demand: expected at least 0, got %s", missed);
    checkArgument(spared.stream().allMatch(part -> part >= 0 && part <= 1), "spared by a hit: expected 0 to 1, got %s", spared);
  }
}
