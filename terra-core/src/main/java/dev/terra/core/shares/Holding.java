package dev.terra.core.shares;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;

/** The cache and the rates that a tenant holds while a division is made. */
final class Holding {
  /** The rounding error of a miss ratio. */
  private static final double NONE = Math.ulp(1.0);

  private final List<RateResource> resources;
  private final CacheTenant tenant;
  private final double[] rates;
  private long cacheBytes;

  Holding(List<RateResource> resources, CacheTenant tenant, Allotment allotment) {
    this.resources = resources;
    this.tenant = tenant;
    this.cacheBytes = allotment.cacheBytes();
    this.rates = allotment.rates().stream().mapToDouble(Double::doubleValue).toArray();
  }

  Allotment allotment() {
    return new Allotment(cacheBytes, Arrays.stream(rates).map(rate -> Math.max(0, rate)).boxed().collect(ImmutableList.toImmutableList()));
  }

  long cacheBytes() {
    return cacheBytes;
  }

  double rate(int resource) {
    return rates[resource];
  }

  void add(int resource, double rate) {
    rates[resource] += rate;
  }

  void addCache(long bytes) {
    cacheBytes += bytes;
  }

  /** Returns the part of reads that misses with more cache, or with less if the number is negative. */
  double missRatio(long moreBytes) {
    return tenant.curve().at(cacheBytes + moreBytes);
  }

  double throughput() {
    return throughput(demand());
  }

  private double throughput(double[] demand) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < demand.length; i++) {
      if (demand[i] > 0) {
        least = Math.min(least, rates[i] / demand[i]);
      }
    }
    return least;
  }

  /** Returns what a request takes of each rate with this cache. */
  private double[] demand() {
    double misses = missRatio(0);
    double[] demand = new double[rates.length];
    for (int i = 0; i < demand.length; i++) {
      double missed = tenant.demand().missed().get(i);
      double spared = tenant.demand().spared().get(i);
      demand[i] = resources.get(i).isSparedByHits() ? missed * (misses + (1 - spared) * (1 - misses)) : missed;
    }
    return demand;
  }

  /** Keeps of each rate what the tenant's requests can use, which the scarcest rate bounds. Returns what the tenant gives up. */
  double[] giveUpIdle() {
    return keepFor(throughput());
  }

  /**
   * Keeps of each rate what the tenant's requests need for a throughput. Returns what the tenant gives up; it is negative where the tenant
   * needs more.
   */
  double[] keepFor(double throughput) {
    double[] demand = demand();
    double[] left = new double[rates.length];
    for (int i = 0; i < rates.length; i++) {
      double needed = demand[i] > 0 ? demand[i] * throughput : 0;
      left[i] = rates[i] - needed;
      rates[i] = needed;
    }
    return left;
  }

  /** Returns the rates that the tenant could give up if it had more cache, at its present throughput. */
  double[] given(long deltaBytes) {
    double misses = missRatio(0);
    double fewer = misses - missRatio(deltaBytes);
    return misses <= NONE || fewer <= NONE ? new double[rates.length] : changed(misses, fewer);
  }

  /** Returns the rates that the tenant needs to keep its throughput with less cache; infinite if no rate makes up for the cache. */
  double[] asked(long deltaBytes, long leastBytes) {
    if (cacheBytes < leastBytes + deltaBytes) {
      return refused();
    }
    double misses = missRatio(0);
    double more = missRatio(-deltaBytes) - misses;
    if (more <= NONE) {
      return new double[rates.length];
    }
    return misses <= NONE ? refused() : changed(misses, more);
  }

  private double[] refused() {
    double[] all = new double[rates.length];
    Arrays.fill(all, Double.POSITIVE_INFINITY);
    return all;
  }

  /** Returns by how much each rate that hits spare changes with the miss ratio, at the same throughput. */
  private double[] changed(double misses, double change) {
    double[] all = new double[rates.length];
    for (int i = 0; i < all.length; i++) {
      double spared = tenant.demand().spared().get(i);
      if (resources.get(i).isSparedByHits() && spared > 0) {
        all[i] = rates[i] * change * spared / (spared == 1 ? misses : misses * spared + 1 - spared);
      }
    }
    return all;
  }
}
