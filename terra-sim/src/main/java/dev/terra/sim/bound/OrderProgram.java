package dev.terra.sim.bound;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ortools.LinearProgram;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The least sum of completion times (from release) if the first events happen in a given order. If all events are given, it is exact.
 * Otherwise, later events are relaxed: a coflow that is not complete yet ends no sooner than its release and its Gamma, and no sooner than
 * the last event and Gamma x the share of its bytes that is left, weighted by the prices of its Gamma program. (Any rates send at most
 * price-weighted bytes of 1 / Gamma a second, so this holds for every schedule.)
 */
final class OrderProgram {
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  /** The factor by which bounds are lower than the computed values, so that rounding cannot make them too high. */
  private static final double SAFE = 1 - 1e-9;

  private final PathSets paths;
  private final List<BoundItem> items;
  private final List<PricedGamma> gammas = new ArrayList<>();
  private final double[] capacity;
  /** The unit of bytes; the unit of time is the second. With this unit, coefficients stay near 1. */
  private final double unit;

  OrderProgram(PathSets paths, List<BoundItem> items) {
    this.paths = paths;
    this.items = items;
    this.capacity = paths.wan().capacities();
    this.unit = Arrays.stream(capacity).max().orElse(1);
    items.forEach(item -> gammas.add(PricedGamma.of(paths, item)));
  }

  double leastSum(List<OrderEvent> events) {
    try (LinearProgram program = new LinearProgram()) {
      new Builder(program, events).build();
      double releases = items.stream().mapToDouble(BoundItem::releaseSeconds).sum();
      return switch (program.minimise()) {
        case OPTIMAL -> program.value() - releases;
        case INFEASIBLE -> INFINITY;
        case UNKNOWN -> 0; // an order that could not be judged must not be discarded
      };
    }
  }

  /** Builds the program of one order. */
  private final class Builder {
    private final LinearProgram program;
    private final List<OrderEvent> events;
    private final int[] times;
    private final Map<Integer, Integer> laterEnds = new HashMap<>();
    private final Map<Integer, Integer> laterRows = new HashMap<>();
    private final int[][] sums = new int[items.size()][];

    Builder(LinearProgram program, List<OrderEvent> events) {
      this.program = program;
      this.events = events;
      this.times = new int[events.size()];
    }

    void build() {
      makeTimes();
      for (int item = 0; item < items.size(); item++) {
        makeEnd(item);
        makeSums(item);
      }
      for (int interval = 1; interval < events.size(); interval++) {
        makeInterval(interval);
      }
    }

    private void makeTimes() {
      int released = 0;
      for (int i = 0; i < times.length; i++) {
        OrderEvent event = events.get(i);
        double at = items.get(event.item()).releaseSeconds();
        times[i] = event.release()
            ? program.variable(at, at)
            : program.variable(at + gammas.get(event.item()).seconds() * SAFE, INFINITY);
        released += event.release() ? 1 : 0;
        if (i > 0) {
          int inOrder = program.row(0, INFINITY);
          program.set(inOrder, times[i], 1);
          program.set(inOrder, times[i - 1], -1);
        }
      }
      if (times.length > 0 && released < items.size()) {
        int beforeNext = program.row(-INFINITY, items.get(released).releaseSeconds());
        program.set(beforeNext, times[times.length - 1], 1);
      }
    }

    /**
     * Adds the end of a coflow. If the coflow ends later than the given events: end - last event + sum over bundles of sent bytes x Gamma x
     * weight / bytes >= Gamma.
     */
    private void makeEnd(int item) {
      int ends = events.indexOf(new OrderEvent(false, item));
      if (ends >= 0) {
        program.cost(times[ends], 1);
        return;
      }
      double gamma = gammas.get(item).seconds() * SAFE;
      int end = program.variable(items.get(item).releaseSeconds() + gamma, INFINITY);
      program.cost(end, 1);
      laterEnds.put(item, end);
      if (events.contains(new OrderEvent(true, item))) {
        int row = program.row(gamma, INFINITY);
        program.set(row, end, 1);
        program.set(row, times[times.length - 1], -1);
        laterRows.put(item, row);
      }
    }

    private void makeSums(int item) {
      List<BundleDemand> bundles = items.get(item).bundles();
      sums[item] = new int[bundles.size()];
      for (int bundle = 0; bundle < bundles.size(); bundle++) {
        double bytes = bundles.get(bundle).bytes() / unit;
        boolean complete = !laterEnds.containsKey(item);
        sums[item][bundle] = complete ? program.row(bytes, INFINITY) : program.row(-INFINITY, bytes);
      }
    }

    /** Adds the bytes of each bundle in one interval, which flows on the paths of each pair of sites carry. */
    private void makeInterval(int interval) {
      Map<Integer, Integer> pairs = new TreeMap<>();
      for (int item = 0; item < items.size(); item++) {
        int begins = events.indexOf(new OrderEvent(true, item));
        int ends = events.indexOf(new OrderEvent(false, item));
        if (begins >= 0 && begins < interval && (ends < 0 || ends >= interval)) {
          for (int bundle = 0; bundle < sums[item].length; bundle++) {
            send(item, bundle, pairs);
          }
        }
      }
      carry(interval, pairs);
    }

    private void send(int item, int bundle, Map<Integer, Integer> pairs) {
      Wan wan = paths.wan();
      BundleDemand demand = items.get(item).bundles().get(bundle);
      int pair = wan.indexOf(demand.from()) * wan.sites().size() + wan.indexOf(demand.to());
      int sent = program.variable(0, INFINITY);
      program.set(sums[item][bundle], sent, 1);
      program.set(pairs.computeIfAbsent(pair, p -> program.row(0, 0)), sent, 1);
      if (laterRows.containsKey(item)) {
        PricedGamma gamma = gammas.get(item);
        program.set(laterRows.get(item), sent, gamma.seconds() * gamma.weight(bundle) * unit / demand.bytes());
      }
    }

    private void carry(int interval, Map<Integer, Integer> pairs) {
      Map<Integer, Integer> links = new TreeMap<>();
      int sites = paths.wan().sites().size();
      pairs.forEach((pair, row) -> {
        PathSet set = paths.between(pair / sites, pair % sites);
        for (int path = 0; path < set.size(); path++) {
          int flow = program.variable(0, INFINITY);
          program.set(row, flow, -1);
          for (int link : set.links(path)) {
            program.set(links.computeIfAbsent(link, l -> linkRow(l, interval)), flow, 1);
          }
        }
      });
    }

    /** Makes the row of a link: the bytes on it in an interval are at most its capacity x the interval's length. */
    private int linkRow(int link, int interval) {
      int row = program.row(-INFINITY, 0);
      program.set(row, times[interval], -capacity[link] / unit);
      program.set(row, times[interval - 1], capacity[link] / unit);
      return row;
    }
  }
}
