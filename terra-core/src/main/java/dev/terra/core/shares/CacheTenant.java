package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * One of those who share: a queue, or a user of a cache.
 *
 * @param name its name
 * @param demand what its requests take
 * @param curve which part of its reads misses
 * @param base what it would have alone: an equal part, or one by weight. No division leaves it with less throughput than this one.
 */
public record CacheTenant(String name, RequestDemand demand, MissRatioCurve curve, Allotment base) {
  /** Checks the sizes. */
  public CacheTenant {
    checkArgument(base.rates().size() == demand.missed().size(), "%s: expected as many rates as demands, got %s and %s", name,
        base.rates().size(), demand.missed().size());
  }
}
