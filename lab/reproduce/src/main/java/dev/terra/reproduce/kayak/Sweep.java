package dev.terra.reproduce.kayak;

import dev.terra.core.ship.ShippingRule;
import java.util.function.DoubleFunction;

/** Finds the largest rate at which a fixed arbiter keeps the target, by bisection up to what its cores could do. */
final class Sweep {
  private static final double PICOS_PER_SECOND = 1e12;
  private static final int HALVINGS = 8;
  private static final int SHARES = 10;
  private static final double WARM_UP = .25;
  /** The least intervals of a run. The first interval is warm-up, so that at least one more is needed. */
  private static final double LEAST_INTERVALS = 2;
  /** The part of the requests that must have ended. */
  private static final double LEAST_ENDED = .9;
  private static final double NANOS_PER_MICRO = 1e3;

  private final StoreCosts costs;
  private final ShippingRule rule;
  private final long seed;

  Sweep(StoreCosts costs, ShippingRule rule, long seed) {
    this.costs = costs;
    this.rule = rule;
    this.seed = seed;
  }

  /** The rate that a fixed share carries, in requests a second. */
  record Carried(double share, double perSecond) {}

  /** Returns the share that carries most, among shares from 0 to 1 in equal steps. */
  Carried best(GraphLoad load, int requests) {
    Carried best = new Carried(0, 0);
    for (int i = 0; i <= SHARES; i++) {
      double share = i / (double) SHARES;
      double perSecond = fixed(load, share, requests);
      if (perSecond > best.perSecond()) {
        best = new Carried(share, perSecond);
      }
    }
    return best;
  }

  /** Returns the rate that one share carries, in requests a second. */
  double fixed(GraphLoad load, double share, int requests) {
    return most(load, rate -> Arbiter.fixed(rate, share), capacity(load, share), requests);
  }

  /** Returns the rate that a store carries that gives tasks back, in requests a second. */
  double givingBack(GraphLoad load, int requests) {
    return most(load, Arbiter::givingBack, 2 * capacity(load, 1), requests);
  }

  private double capacity(GraphLoad load, double share) {
    return StoreRun.CORES * PICOS_PER_SECOND / Math.max(costs.storePicos(load, share, 0), costs.applicationPicos(load, share, 0));
  }

  private double most(GraphLoad load, DoubleFunction<Arbiter> arbiter, double high, int requests) {
    double kept = 0;
    double missed = high;
    for (int i = 0; i < HALVINGS; i++) {
      double rate = (kept + missed) / 2;
      if (keeps(load, arbiter.apply(rate), rate, requests)) {
        kept = rate;
      } else {
        missed = rate;
      }
    }
    return kept;
  }

  private boolean keeps(GraphLoad load, Arbiter arbiter, double rate, int requests) {
    StoreRun run = new StoreRun(costs, rule, seed);
    double outer = rule.innerNanos() / 1e9 * rule.innerSteps();
    double end = Math.max(LEAST_INTERVALS, Math.ceil(requests / rate / outer)) * outer;
    Trail trail = run.alone(load, arbiter);
    run.until(end + outer / 2);
    double warm = Math.max(outer, WARM_UP * end);
    return trail.dropped() == 0 && trail.throughput(warm, end) >= LEAST_ENDED * rate
        && trail.tailMicros(warm, end) <= rule.targetNanos() / NANOS_PER_MICRO;
  }
}
