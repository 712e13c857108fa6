package dev.terra.reproduce.kayak;

import dev.terra.core.ship.ShippingRule;
import dev.terra.reproduce.event.Clock;
import dev.terra.reproduce.event.Source;
import dev.terra.reproduce.event.Workers;
import java.util.Arrays;
import java.util.Random;

/** Tenants with applications of their own, and one store. */
final class StoreRun {
  /** The cores on each side, as in the paper. */
  static final int CORES = 8;
  private static final long PICOS_PER_NANO = 1_000;
  private static final double PICOS_PER_SECOND = 1e12;

  private final Clock clock = new Clock();
  private final StoreCosts costs;
  private final Random random;
  private final ShippingRule rule;

  /** Makes a run that is still empty. Tenants measure, and trails are written, at the rule's intervals. */
  StoreRun(StoreCosts costs, ShippingRule rule, long seed) {
    this.costs = costs;
    this.rule = rule;
    this.random = new Random(seed);
  }

  /** Runs a tenant that has eight cores at each side for itself. */
  Trail alone(GraphLoad load, Arbiter arbiter) {
    boolean pinned = arbiter.pushesBack();
    int[] own = pinned ? ones(CORES) : new int[] {CORES};
    Workers store = new Workers(clock, pinned ? Workers.Stealing.NEIGHBOUR : Workers.Stealing.NONE, own);
    return start(load, arbiter, new Tenant.Place(application(CORES), CORES, store, 0, own.length), store, 0);
  }

  /** Returns a store with a number of cores for each of some tenants, which help each other. */
  Workers store(int tenants, int coresOfEach) {
    int[] own = new int[tenants];
    Arrays.fill(own, coresOfEach);
    return new Workers(clock, Workers.Stealing.LONGEST, own);
  }

  /** Adds a tenant of a store, with one application core, at a time. */
  Trail join(Workers store, int number, GraphLoad load, Arbiter arbiter, double atSeconds) {
    Tenant.Place place = new Tenant.Place(application(1), 1, store, number, 1);
    return start(load, arbiter, place, store, Math.round(atSeconds * PICOS_PER_SECOND));
  }

  private Workers application(int cores) {
    return new Workers(clock, Workers.Stealing.NONE, ones(cores));
  }

  private static int[] ones(int count) {
    int[] ones = new int[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private Trail start(GraphLoad load, Arbiter arbiter, Tenant.Place place, Workers store, long atPicos) {
    Tenant tenant = new Tenant(clock, new Tenant.Demand(costs, load, rule.targetNanos()), arbiter, place, random);
    Trail trail = new Trail(tenant, store, place.firstQueue());
    Source.start(clock, atPicos, tenant::pause, tenant::arrive);
    long inner = rule.innerNanos() * PICOS_PER_NANO;
    Source.start(clock, atPicos + inner, () -> inner, tenant::measure);
    long outer = inner * rule.innerSteps();
    Source.start(clock, atPicos, () -> outer, () -> trail.note(clock.now() / PICOS_PER_SECOND));
    return trail;
  }

  /** Runs until a time. */
  void until(double seconds) {
    long end = Math.round(seconds * PICOS_PER_SECOND);
    clock.runWhile(() -> clock.now() < end);
  }
}
