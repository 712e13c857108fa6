package dev.terra.core.shares;

import java.util.List;

/**
 * Divides a cache as Memshare (ATC 2017) does. One delta at a time goes from the tenant whose misses rise the least to the tenant whose
 * misses fall the most, while this lowers the sum of misses. Each tenant keeps half of its base. No tenant is compensated for what it
 * loses.
 */
final class MemshareMoves {
  private static final double RESERVED = .5;

  private final SharePool pool;
  private final List<Holding> holdings;

  MemshareMoves(SharePool pool, List<Holding> holdings) {
    this.pool = pool;
    this.holdings = holdings;
  }

  void make() {
    for (int i = 0; i < pool.rules().mostMoves(); i++) {
      int taker = taker();
      int giver = giver(taker);
      if (giver < 0 || fall(taker) <= rise(giver)) {
        return;
      }
      holdings.get(taker).addCache(delta());
      holdings.get(giver).addCache(-delta());
    }
  }

  private int taker() {
    int taker = 0;
    for (int i = 1; i < holdings.size(); i++) {
      if (fall(i) > fall(taker)) {
        taker = i;
      }
    }
    return taker;
  }

  private int giver(int taker) {
    int giver = -1;
    for (int i = 0; i < holdings.size(); i++) {
      if (i != taker && isAboveReserve(i) && (giver < 0 || rise(i) < rise(giver))) {
        giver = i;
      }
    }
    return giver;
  }

  private boolean isAboveReserve(int tenant) {
    return holdings.get(tenant).cacheBytes() >= (long) (pool.tenants().get(tenant).base().cacheBytes() * RESERVED) + delta();
  }

  private double fall(int tenant) {
    return holdings.get(tenant).missRatio(0) - holdings.get(tenant).missRatio(delta());
  }

  private double rise(int tenant) {
    return holdings.get(tenant).missRatio(-delta()) - holdings.get(tenant).missRatio(0);
  }

  private long delta() {
    return pool.rules().deltaBytes();
  }
}
