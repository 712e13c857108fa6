package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A cache and rates that tenants share. Each whole is the sum of the tenants' bases.
 *
 * @param resources the rates that are divided with the cache; of several that are equally scarce, the first one is traded
 * @param tenants the tenants that share the pool
 * @param rules the rules by which cache is moved
 */
public record SharePool(ImmutableList<RateResource> resources, ImmutableList<CacheTenant> tenants, ShareRules rules) {
  /** Checks the sizes. */
  public SharePool {
    for (CacheTenant tenant : tenants) {
      checkArgument(tenant.base().rates().size() == resources.size(), "%s: expected %s rates, got %s", tenant.name(), resources.size(),
          tenant.base().rates().size());
    }
  }

  /** Returns the tenants' bases. */
  public ImmutableList<Allotment> bases() {
    return tenants.stream().map(CacheTenant::base).collect(ImmutableList.toImmutableList());
  }

  /**
   * Divides the rates for a division of the cache: each tenant gets the rates that its base throughput needs with its cache, and a part of
   * the rest in proportion to them. Thus rates follow statistics at once, whereas a cache that grows fills only as its reads miss.
   *
   * @param cacheBytes in the order of the tenants
   */
  public ImmutableList<Allotment> withCaches(List<Long> cacheBytes) {
    checkArgument(cacheBytes.size() == tenants.size(), "caches: expected %s, got %s", tenants.size(), cacheBytes.size());
    List<Holding> holdings = IntStream.range(0, tenants.size())
        .mapToObj(i -> new Holding(resources, tenants.get(i), new Allotment(cacheBytes.get(i), tenants.get(i).base().rates()))).toList();
    Spare spare = Spare.of(holdings, resources.size());
    for (int i = 0; i < tenants.size(); i++) {
      spare.add(holdings.get(i).keepFor(throughput(tenants.get(i), tenants.get(i).base())));
    }
    spare.giveTo(holdings);
    return holdings.stream().map(Holding::allotment).collect(ImmutableList.toImmutableList());
  }

  /** Returns how many requests per second a tenant can make with an allotment. */
  public double throughput(CacheTenant tenant, Allotment allotment) {
    return new Holding(resources, tenant, allotment).throughput();
  }

  /**
   * Returns the least gain of any tenant over its base: .1 if each can make at least 10 % more requests.
   *
   * @param allotments in the order of the tenants
   */
  public double gain(ImmutableList<Allotment> allotments) {
    checkArgument(allotments.size() == tenants.size(), "allotments: expected %s, got %s", tenants.size(), allotments.size());
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < allotments.size(); i++) {
      CacheTenant tenant = tenants.get(i);
      least = Math.min(least, throughput(tenant, allotments.get(i)) / throughput(tenant, tenant.base()));
    }
    return least - 1;
  }
}
