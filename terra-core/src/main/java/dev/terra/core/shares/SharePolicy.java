package dev.terra.core.shares;

import com.google.common.collect.ImmutableList;
import java.util.List;

/** The ways to divide a pool. */
public enum SharePolicy {
  /** Each tenant has its base. */
  EQUAL {
    @Override
    Spare trade(SharePool pool, List<Holding> holdings) {
      return Spare.of(holdings, pool.resources().size());
    }
  },
  /**
   * Dominant resource fairness (NSDI 2011): each tenant has the cache of its base, and what a tenant cannot use of a rate goes to tenants
   * that can.
   */
  DRF {
    @Override
    Spare trade(SharePool pool, List<Holding> holdings) {
      return idle(pool, holdings);
    }
  },
  /** The cache is divided such that the sum of misses is least (Memshare, ATC 2017), the rates as in {@link #DRF}. */
  MEMSHARE {
    @Override
    Spare trade(SharePool pool, List<Holding> holdings) {
      new MemshareMoves(pool, holdings).make();
      return idle(pool, holdings);
    }
  },
  /** Cache is traded for rates while all tenants gain (HARE, FAST 2026). */
  HARE {
    @Override
    Spare trade(SharePool pool, List<Holding> holdings) {
      Spare idle = idle(pool, holdings);
      return new Harvest(pool, holdings).reap(idle);
    }
  };

  /** Moves cache, and returns the rates that remain to be redistributed. */
  abstract Spare trade(SharePool pool, List<Holding> holdings);

  /** Divides a pool, and returns the allotments in the order of the tenants. A single tenant keeps its base. */
  public ImmutableList<Allotment> divide(SharePool pool) {
    if (pool.tenants().size() <= 1) {
      return pool.bases();
    }
    List<Holding> holdings = pool.tenants().stream().map(tenant -> new Holding(pool.resources(), tenant, tenant.base())).toList();
    Spare spare = trade(pool, holdings);
    if (!spare.isNothing()) {
      spare.giveTo(holdings);
    }
    return holdings.stream().map(Holding::allotment).collect(ImmutableList.toImmutableList());
  }

  private static Spare idle(SharePool pool, List<Holding> holdings) {
    Spare spare = Spare.of(holdings, pool.resources().size());
    holdings.forEach(holding -> spare.add(holding.giveUpIdle()));
    return spare;
  }
}
