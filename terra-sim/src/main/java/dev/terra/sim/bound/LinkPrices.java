package dev.terra.sim.bound;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.lp.CertifiedSolver;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Sets of prices of links under which all links together are worth 1 a second: prices of the links into and out of each site, of each cap,
 * and of the links that the programs of groups of coflows prove to be tight.
 */
public final class LinkPrices {
  /** The most groups of coflows that follow each other in time. */
  private static final int GROUPS = 16;
  private static final int MOST = 40;

  private final PathSets paths;
  private final double[] capacity;
  private final LpSolver solver = new CertifiedSolver(new PathSimplex(), GlopSolver::new);

  /** Makes prices for links of these capacities, bytes/s by index. */
  public LinkPrices(PathSets paths, double[] capacity) {
    this.paths = paths;
    this.capacity = capacity.clone();
  }

  /**
   * Returns the loads, in seconds, of each coflow under the sets of prices with the largest sums of loads. Coflows are in the order of
   * their releases.
   */
  public List<List<Double>> loads(List<List<BundleDemand>> coflows) {
    List<double[]> prices = new ArrayList<>();
    for (var site : paths.wan().sites()) {
      prices.add(cut(link -> link.id().to().equals(site.id())));
      prices.add(cut(link -> link.id().from().equals(site.id())));
    }
    paths.wan().caps().forEach(cap -> prices.add(only(paths.wan().indexOf(cap))));
    for (int size = coflows.size(); size > 0 && size * GROUPS >= coflows.size(); size /= 2) {
      for (int begin = 0; begin < coflows.size(); begin += size) {
        prices.add(tight(coflows.subList(begin, Math.min(coflows.size(), begin + size))));
      }
    }
    Set<List<Float>> seen = new HashSet<>(); // prices that differ only by rounding are the same
    List<List<Double>> byPrice = prices.stream().map(price -> coflows.stream().map(coflow -> load(coflow, price)).toList())
        .filter(loads -> seen.add(loads.stream().map(Double::floatValue).toList()))
        .sorted(Comparator.comparingDouble(LinkPrices::sum).reversed()).limit(MOST).toList();
    List<List<Double>> byCoflow = new ArrayList<>();
    for (int i = 0; i < coflows.size(); i++) {
      int coflow = i;
      byCoflow.add(byPrice.stream().map(loads -> loads.get(coflow)).toList());
    }
    return byCoflow;
  }

  private static double sum(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }

  private double[] cut(Predicate<Link> crosses) {
    Wan wan = paths.wan();
    double[] price = new double[capacity.length];
    double all = 0;
    for (Link link : wan.links()) {
      int index = wan.indexOf(link.id());
      price[index] = crosses.test(link) ? 1 : 0;
      all += price[index] * capacity[index];
    }
    for (int index = 0; index < price.length; index++) {
      price[index] = all > 0 ? price[index] / all : 0;
    }
    return price;
  }

  private double[] only(int cap) {
    double[] price = new double[capacity.length];
    price[cap] = 1 / capacity[cap];
    return price;
  }

  /** Returns the prices of the program that sends all these coflows as one. */
  private double[] tight(List<List<BundleDemand>> coflows) {
    Map<PathSet, Double> bytes = new LinkedHashMap<>();
    coflows.stream().flatMap(List::stream)
        .forEach(bundle -> bytes.merge(between(bundle.from(), bundle.to()), bundle.bytes(), Double::sum));
    LpProblem problem = new LpProblem();
    problem.reset(capacity);
    bytes.forEach(problem::add);
    LpSolution solution = solver.solve(problem);
    double[] price = solution.prices().clone();
    double all = 0;
    for (int link = 0; link < price.length; link++) {
      all += price[link] * capacity[link];
    }
    for (int link = 0; link < price.length; link++) {
      price[link] = all > 0 ? price[link] / all : 0;
    }
    return price;
  }

  private PathSet between(SiteId from, SiteId to) {
    return paths.between(paths.wan().indexOf(from), paths.wan().indexOf(to));
  }

  private double load(List<BundleDemand> coflow, double[] price) {
    double load = 0;
    for (BundleDemand bundle : coflow) {
      double cheapest = Double.POSITIVE_INFINITY;
      for (int[] path : between(bundle.from(), bundle.to()).all()) {
        double cost = 0;
        for (int link : path) {
          cost += price[link];
        }
        cheapest = Math.min(cheapest, cost);
      }
      load += bundle.bytes() * cheapest;
    }
    return load;
  }
}
