package dev.terra.reproduce.hare;

import dev.terra.core.shares.Allotment;
import dev.terra.core.shares.CacheTenant;
import dev.terra.core.shares.GhostCache;
import dev.terra.core.shares.SharePolicy;
import dev.terra.core.shares.SharePool;
import dev.terra.reproduce.event.Clock;
import java.util.List;
import java.util.stream.IntStream;

/** Tenants whose loads do not change. They run with their bases, and with what a policy makes of the statistics of that run. */
final class SharedStore {
  /** The authors' salt: if few reads miss, noise is most of a ratio. */
  static final double SALT = .01;

  private static final double PICOS_PER_SECOND = 1e12;
  /** The time in which the rates that are granted as a burst at first are used up. */
  private static final double SETTLING_SECONDS = 3;
  private static final double MEASURED_SECONDS = 40;

  private final StoreScale scale;
  private final List<TenantLoad> loads;
  private final long seed;
  private final List<Measured> atBase;

  SharedStore(StoreScale scale, List<TenantLoad> loads, long seed) {
    this.scale = scale;
    this.loads = loads.stream().map(scale::of).toList();
    this.seed = seed;
    this.atBase = run(loads.stream().map(load -> scale.base()).toList());
  }

  /**
   * The measurements of a tenant.
   *
   * @param throughput requests a second
   * @param tenant its statistics
   */
  private record Measured(double throughput, CacheTenant tenant) {}

  /** Returns the statistics of all tenants with their bases. */
  SharePool pool() {
    return scale.pool(atBase.stream().map(Measured::tenant).toList());
  }

  /** Returns the throughput of each tenant with what a policy gives it, divided by its throughput with its base. */
  List<Double> gains(SharePolicy policy) {
    List<Measured> measured = run(policy.divide(pool()));
    return IntStream.range(0, loads.size()).mapToObj(i -> measured.get(i).throughput() / atBase.get(i).throughput()).toList();
  }

  private List<Measured> run(List<Allotment> allotments) {
    return IntStream.range(0, loads.size()).parallel().mapToObj(i -> run(i, allotments.get(i))).toList();
  }

  private Measured run(int place, Allotment allotment) {
    Clock clock = new Clock();
    TenantLoad load = loads.get(place);
    GhostCache ghost = scale.ghost(seed + place);
    TenantStore store = new TenantStore(clock, load, load.keys(), new TenantStore.Begin(allotment, ghost, seed * loads.size() + place));
    clock.runWhile(() -> clock.now() < SETTLING_SECONDS * PICOS_PER_SECOND);
    store.takeCounts();
    ghost.startPeriod();
    clock.runWhile(() -> clock.now() < (SETTLING_SECONDS + MEASURED_SECONDS) * PICOS_PER_SECOND);
    StoreCounts counts = store.takeCounts();
    CacheTenant tenant = new CacheTenant("tenant " + (place + 1), counts.demand(load), ghost.curve().salted(SALT), scale.base());
    return new Measured(counts.requests() / MEASURED_SECONDS, tenant);
  }
}
