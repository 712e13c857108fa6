package dev.terra.reproduce.hare;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shares.Allotment;
import dev.terra.core.shares.CacheTenant;
import dev.terra.core.shares.SharePolicy;
import dev.terra.core.shares.SharePool;
import dev.terra.core.shares.ShareReview;
import dev.terra.core.shares.ShareTransition;
import dev.terra.reproduce.event.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Four tenants, of which one changes its load each minute: shares of writes, numbers of keys, skew, and lengths of
 * scans. Every twenty seconds the budget is divided again by the statistics, a division that is clearly better replaces
 * the current one, and cache is moved in steps that wait for grown caches to fill.
 */
final class DynamicShares {
  private static final long PICOS_PER_SECOND = 1_000_000_000_000L;
  private static final int SECONDS_PER_MINUTE = 60;
  private static final int MINUTES = 52;
  /**
   * The minute of the first change. The first load lasts this long, and each tenant's change follows that of the tenant
   * before by a minute.
   */
  private static final int FIRST_CHANGE_MINUTE = 4;
  private static final int MINUTES_OF_A_LOAD = 4;
  private static final int PERIOD_SECONDS = 20;
  private static final double POLL_SECONDS = .5;
  private static final double MARGIN = .05;
  /** The moves of a delta: a delta of the authors' gradual moves is half of a delta of the trade. */
  private static final int STEPS_OF_A_DELTA = 2;

  private final StoreScale scale;
  private final SharePolicy policy;
  private final List<List<TenantLoad>> loads;
  private final Clock clock = new Clock();
  private final ShareReview review = new ShareReview(MARGIN);
  private final List<TenantStore> stores;
  private final List<StoreCounts> smoothed = new ArrayList<>();
  private final double[][] requests;
  private @Nullable SharePool lastPool;
  private ImmutableList<Allotment> current;
  private ShareTransition transition;
  private int step;

  private DynamicShares(StoreScale scale, SharePolicy policy, List<List<TenantLoad>> loads, long seed) {
    this.scale = scale;
    this.policy = policy;
    this.loads = loads;
    this.current = loads.stream().map(load -> scale.base()).collect(ImmutableList.toImmutableList());
    this.transition = new ShareTransition(caches(current), caches(current), 1);
    this.step = 1;
    this.requests = new double[MINUTES][loads.size()];
    this.stores = IntStream.range(0, loads.size()).mapToObj(i -> store(loads.get(i), seed + i)).toList();
    loads.forEach(load -> smoothed.add(StoreCounts.NONE));
  }

  private TenantStore store(List<TenantLoad> all, long seed) {
    int most = all.stream().mapToInt(TenantLoad::keys).max().orElseThrow();
    return new TenantStore(clock, all.get(0), most, new TenantStore.Begin(scale.base(), scale.ghost(seed), seed));
  }

  /**
   * Runs a policy.
   *
   * @param loads of each tenant, one after the other
   * @return the requests of each tenant, by minute
   */
  static double[][] requests(StoreScale scale, SharePolicy policy, List<List<TenantLoad>> loads, long seed) {
    DynamicShares shares = new DynamicShares(scale, policy, loads.stream().map(all -> all.stream().map(scale::of).toList()).toList(), seed);
    shares.run(seed);
    return shares.requests;
  }

  private void run(long seed) {
    for (int tenant = 0; tenant < stores.size(); tenant++) {
      for (int i = 1; i < loads.get(tenant).size(); i++) {
        TenantStore store = stores.get(tenant);
        TenantLoad load = loads.get(tenant).get(i);
        clock.at(minute(FIRST_CHANGE_MINUTE + tenant + (i - 1) * MINUTES_OF_A_LOAD), () -> store.change(load, seed));
      }
    }
    clock.after(PERIOD_SECONDS * PICOS_PER_SECOND, this::divide);
    clock.after(Math.round(POLL_SECONDS * PICOS_PER_SECOND), this::move);
    clock.runWhile(() -> clock.now() < minute(MINUTES));
  }

  private static long minute(int minute) {
    return (long) minute * SECONDS_PER_MINUTE * PICOS_PER_SECOND;
  }

  private void divide() {
    SharePool pool = scale.pool(IntStream.range(0, stores.size()).mapToObj(this::takeStatistics).toList());
    if (policy != SharePolicy.EQUAL) {
      lastPool = pool;
      allot(caches(current));
      ImmutableList<Allotment> next = review.next(pool, current, policy.divide(pool));
      if (!next.equals(current)) {
        transition = ShareTransition.moving(caches(current), caches(next), scale.deltaBytes() / STEPS_OF_A_DELTA);
        step = 0;
      }
    }
    clock.after(PERIOD_SECONDS * PICOS_PER_SECOND, this::divide);
  }

  /** Gives tenants these caches, and the rates that follow from the newest statistics. */
  private void allot(ImmutableList<Long> caches) {
    if (lastPool != null) {
      current = lastPool.withCaches(caches);
      IntStream.range(0, stores.size()).forEach(i -> stores.get(i).allot(current.get(i)));
    }
  }

  private static ImmutableList<Long> caches(ImmutableList<Allotment> allotments) {
    return allotments.stream().map(Allotment::cacheBytes).collect(ImmutableList.toImmutableList());
  }

  private CacheTenant takeStatistics(int i) {
    TenantStore store = stores.get(i);
    StoreCounts counts = store.takeCounts();
    requests[(int) ((clock.now() - 1) / minute(1))][i] += counts.requests();
    smoothed.set(i, smoothed.get(i).halved().plus(counts));
    CacheTenant tenant = new CacheTenant("tenant " + (i + 1), smoothed.get(i).demand(store.load()),
        store.ghost().curve().salted(SharedStore.SALT), scale.base());
    store.ghost().fade();
    return tenant;
  }

  private void move() {
    if (step < transition.steps() && (step == 0 || stores.stream().allMatch(TenantStore::isFull))) {
      step++;
      allot(transition.after(step));
    }
    clock.after(Math.round(POLL_SECONDS * PICOS_PER_SECOND), this::move);
  }
}
