package dev.terra.sim.bound;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The least sum of completion times (from release) if events begin in a given order. With all events given it is exact. With fewer,
 * what comes later is relaxed: a coflow that is not complete yet ends no sooner than its release and its Gamma, and no sooner than
 * the last event and Gamma x the share of its bytes that is left, weighted by the prices of its Gamma programme. (Any rates send at
 * most price-weighted bytes of 1 / Gamma a second, so this holds for every schedule.)
 */
final class OrderProgramme {
  private static final double INFINITY = infinity();

  private final PathSets paths;
  private final List<BoundItem> items;
  private final List<PricedGamma> gammas = new ArrayList<>();
  private final double[] capacity;
  /** Bytes are counted in this unit and time in seconds, so that coefficients stay near 1. */
  private final double unit;

  private MPSolver solver;
  private MPVariable[] times;

  /** The solver's own, which exists only once its native library is loaded. */
  private static double infinity() {
    Loader.loadNativeLibraries();
    return MPSolver.infinity();
  }

  OrderProgramme(PathSets paths, List<BoundItem> items) {
    this.paths = paths;
    this.items = items;
    this.capacity = paths.wan().capacities();
    this.unit = java.util.Arrays.stream(capacity).max().orElse(1);
    items.forEach(item -> gammas.add(PricedGamma.of(paths, item)));
  }

  double leastSum(List<Event> events) {
    solver = MPSolver.createSolver("GLOP");
    try {
      makeTimes(events);
      MPObjective objective = solver.objective();
      objective.setMinimization();
      for (int item = 0; item < items.size(); item++) {
        int ends = events.indexOf(new Event(false, item));
        MPVariable end = ends >= 0 ? times[ends] : laterEnd(item);
        objective.setCoefficient(end, 1);
        objective.setOffset(objective.offset() - items.get(item).releaseSeconds());
      }
      makeFlows(events);
      return solver.solve() == MPSolver.ResultStatus.OPTIMAL ? objective.value() : infeasibleOrUnknown();
    } finally {
      solver.delete();
    }
  }

  /** An order that cannot be is worth nothing; an order that could not be judged must not be discarded. */
  private double infeasibleOrUnknown() {
    return solver.solve() == MPSolver.ResultStatus.INFEASIBLE ? Double.POSITIVE_INFINITY : 0;
  }

  private void makeTimes(List<Event> events) {
    times = new MPVariable[events.size()];
    int released = 0;
    for (int i = 0; i < times.length; i++) {
      Event event = events.get(i);
      double at = items.get(event.item()).releaseSeconds();
      times[i] = event.release()
          ? solver.makeNumVar(at, at, "")
          : solver.makeNumVar(at + gammas.get(event.item()).seconds() * (1 - 1e-9), INFINITY, "");
      released += event.release() ? 1 : 0;
      if (i > 0) {
        MPConstraint inOrder = solver.makeConstraint(0, INFINITY);
        inOrder.setCoefficient(times[i], 1);
        inOrder.setCoefficient(times[i - 1], -1);
      }
    }
    if (times.length > 0 && released < items.size()) {
      MPConstraint beforeNext = solver.makeConstraint(-INFINITY, items.get(released).releaseSeconds());
      beforeNext.setCoefficient(times[times.length - 1], 1);
    }
  }

  private MPVariable laterEnd(int item) {
    return solver.makeNumVar(items.get(item).releaseSeconds() + gammas.get(item).seconds() * (1 - 1e-9), INFINITY, "end" + item);
  }

  /** Bytes by bundle and interval, carried by flows on the paths of each pair of sites. */
  private void makeFlows(List<Event> events) {
    MPConstraint[][] sums = new MPConstraint[items.size()][];
    MPConstraint[] laters = new MPConstraint[items.size()];
    for (int item = 0; item < items.size(); item++) {
      boolean complete = events.contains(new Event(false, item));
      List<BundleDemand> bundles = items.get(item).bundles();
      sums[item] = new MPConstraint[bundles.size()];
      for (int bundle = 0; bundle < bundles.size(); bundle++) {
        double bytes = bundles.get(bundle).bytes() / unit;
        sums[item][bundle] = solver.makeConstraint(complete ? bytes : -INFINITY, complete ? INFINITY : bytes);
      }
      laters[item] = complete ? null : relaxedEnd(item, events);
    }
    for (int interval = 1; interval < events.size(); interval++) {
      makeInterval(events, interval, sums, laters);
    }
  }

  /** end - last event + sum over bundles of (sent bytes x Gamma x weight / bytes) >= Gamma; sent bytes are added later. */
  private MPConstraint relaxedEnd(int item, List<Event> events) {
    if (events.isEmpty() || !events.contains(new Event(true, item))) {
      return null;
    }
    MPConstraint row = solver.makeConstraint(gammas.get(item).seconds() * (1 - 1e-9), INFINITY);
    row.setCoefficient(solver.lookupVariableOrNull("end" + item), 1);
    row.setCoefficient(times[times.length - 1], -1);
    return row;
  }

  private void makeInterval(List<Event> events, int interval, MPConstraint[][] sums, MPConstraint[] laters) {
    Wan wan = paths.wan();
    Map<Integer, MPConstraint> pairs = new TreeMap<>();
    for (int item = 0; item < items.size(); item++) {
      int begins = events.indexOf(new Event(true, item));
      int ends = events.indexOf(new Event(false, item));
      if (begins >= 0 && begins < interval && (ends < 0 || ends >= interval)) {
        List<BundleDemand> bundles = items.get(item).bundles();
        for (int bundle = 0; bundle < bundles.size(); bundle++) {
          BundleDemand demand = bundles.get(bundle);
          int pair = wan.indexOf(demand.from()) * wan.sites().size() + wan.indexOf(demand.to());
          MPVariable sent = solver.makeNumVar(0, INFINITY, "");
          sums[item][bundle].setCoefficient(sent, 1);
          pairs.computeIfAbsent(pair, p -> solver.makeConstraint(0, 0)).setCoefficient(sent, 1);
          if (laters[item] != null) {
            PricedGamma gamma = gammas.get(item);
            laters[item].setCoefficient(sent, gamma.seconds() * gamma.weight(bundle) * unit / demand.bytes());
          }
        }
      }
    }
    carry(interval, pairs);
  }

  private void carry(int interval, Map<Integer, MPConstraint> pairs) {
    Map<Integer, MPConstraint> links = new TreeMap<>();
    int sites = paths.wan().sites().size();
    pairs.forEach((pair, row) -> {
      PathSet set = paths.between(pair / sites, pair % sites);
      for (int path = 0; path < set.size(); path++) {
        MPVariable flow = solver.makeNumVar(0, INFINITY, "");
        row.setCoefficient(flow, -1);
        for (int link : set.links(path)) {
          links.computeIfAbsent(link, l -> linkRow(l, interval)).setCoefficient(flow, 1);
        }
      }
    });
  }

  /** Bytes on a link in an interval are at most its capacity x the interval's length. */
  private MPConstraint linkRow(int link, int interval) {
    MPConstraint row = solver.makeConstraint(-INFINITY, 0);
    row.setCoefficient(times[interval], -capacity[link] / unit);
    row.setCoefficient(times[interval - 1], capacity[link] / unit);
    return row;
  }
}
