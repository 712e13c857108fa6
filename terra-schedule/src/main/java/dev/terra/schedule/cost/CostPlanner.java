package dev.terra.schedule.cost;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.cost.CostProgram.Aim;
import dev.terra.schedule.cost.CostProgram.Split;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes plans of one shuffle that weigh money against time. The price of a link is its {@code egressUsdPerGigabyte}, for 10^9 IP bytes; a
 * link without a price costs nothing. Bundles consist of data, whose cost includes headers and acknowledgements, on each link that the data
 * cross. A planner has one owner.
 */
public final class CostPlanner {
  /** The least number of points of a curve. The most is {@link #MOST_POINTS}. */
  public static final int LEAST_POINTS = 3;
  /** The most points of a curve; see {@link #LEAST_POINTS}. */
  public static final int MOST_POINTS = 10;
  /** Two plans count as the same if neither their times nor their costs differ by more than this, relative. */
  private static final double SAME = 1e-9;
  /** A few roundings of a double, relative. */
  private static final double ROUNDING = 1e-15;
  private static final double SECONDS_PER_HOUR = 3_600;

  private final ImmutableList<BundleDemand> demands;
  private final PricedPaths priced;
  private final CostPlan fastest;
  private final CostProgram program;
  private final Split cheapestSplit;
  private final CostPlan cheapest;

  /**
   * Makes a planner for these bundles alone on a WAN.
   *
   * @param paths the paths that bundles may take
   * @param now the same WAN with the capacities to plan with; a link that is absent from it is closed
   * @param bundles one for each pair of sites; those without bytes are left out
   * @param solver the solver of the program of the least time
   * @throws IllegalArgumentException if nothing is to be sent, or a bundle has no path
   */
  public CostPlanner(PathSets paths, Wan now, List<BundleDemand> bundles, LpSolver solver) {
    this.demands = bundles.stream().filter(bundle -> bundle.bytes() > 0).collect(ImmutableList.toImmutableList());
    if (demands.isEmpty()) {
      throw new IllegalArgumentException("no bundle has any bytes between two sites");
    }
    this.priced = priced(paths, now, demands);
    this.fastest = fastest(solver);
    this.program = new CostProgram(priced, fastest.seconds());
    this.cheapestSplit = program.solve(Aim.fastest(Double.POSITIVE_INFINITY, true));
    this.cheapest = plan(cheapestSplit);
  }

  private static PricedPaths priced(PathSets paths, Wan now, List<BundleDemand> demands) {
    List<Link> links = paths.wan().links();
    double[] capacity = paths.wan().capacitiesIn(now);
    double[] usdPerByte = new double[capacity.length];
    for (int i = 0; i < links.size(); i++) {
      usdPerByte[i] = links.get(i).price().usdPerDataByte();
    }
    PathSet[] sets = new PathSet[demands.size()];
    double[] bytes = new double[sets.length];
    for (int i = 0; i < sets.length; i++) {
      BundleDemand demand = demands.get(i);
      sets[i] = paths.between(paths.wan().indexOf(demand.from()), paths.wan().indexOf(demand.to())).within(demand.limit());
      bytes[i] = demand.bytes();
      if (!sets[i].hasOpenPath(capacity)) {
        throw new IllegalArgumentException("no path leads from " + demand.from() + " to " + demand.to());
      }
    }
    return new PricedPaths(sets, bytes, capacity, usdPerByte);
  }

  private CostPlan fastest(LpSolver solver) {
    LpProblem problem = new LpProblem();
    problem.reset(priced.capacity());
    for (int bundle = 0; bundle < priced.size(); bundle++) {
      problem.add(priced.paths(bundle), priced.bytes(bundle));
    }
    LpSolution solution = solver.solve(problem);
    double[][] rates = new double[priced.size()][];
    double[][] shares = new double[priced.size()][];
    for (int bundle = 0; bundle < rates.length; bundle++) {
      rates[bundle] = new double[priced.paths(bundle).size()];
      shares[bundle] = new double[rates[bundle].length];
      for (int path = 0; path < rates[bundle].length; path++) {
        rates[bundle][path] = solution.rate(bundle, path);
        shares[bundle][path] = solution.rate(bundle, path) / solution.lambda() / priced.bytes(bundle);
      }
    }
    return new CostPlan(1 / solution.lambda(), priced.usd(shares), bundles(rates), solution.gap());
  }

  private CostPlan plan(Split split) {
    double seconds = priced.seconds(split.shares());
    double[][] rates = new double[split.shares().length][];
    for (int bundle = 0; bundle < rates.length; bundle++) {
      rates[bundle] = split.shares()[bundle].clone();
      for (int path = 0; path < rates[bundle].length; path++) {
        rates[bundle][path] *= priced.bytes(bundle) / seconds;
      }
    }
    return new CostPlan(seconds, priced.usd(split.shares()), bundles(rates), split.gap());
  }

  private ImmutableList<BundleAllocation> bundles(double[][] rates) {
    ImmutableList.Builder<BundleAllocation> bundles = ImmutableList.builder();
    for (int bundle = 0; bundle < rates.length; bundle++) {
      ImmutableList.Builder<PathRate> paths = ImmutableList.builder();
      for (int path = 0; path < rates[bundle].length; path++) {
        double rate = rates[bundle][path];
        if (rate > 0) {
          paths.add(new PathRate(priced.paths(bundle).path(path), rate, rate));
        }
      }
      bundles.add(new BundleAllocation(demands.get(bundle), paths.build()));
    }
    return bundles.build();
  }

  /** Returns the plan of the least time. It is to the bit what the scheduler plans for the shuffle alone; money decides nothing. */
  public CostPlan fastest() {
    return fastest;
  }

  /** Returns the plan of the least cost and, among plans of this cost, of the least time. */
  public CostPlan cheapest() {
    return cheapest;
  }

  /**
   * Returns the plan for which the sum of its cost and of the value of its time is least.
   *
   * @param usdPerHour what an hour is worth, US dollars, 0 to 10^9; 0 gives {@link #cheapest}, infinity gives {@link #fastest}
   */
  public CostPlan atValueOfTime(double usdPerHour) {
    return weighed(new CostGoal(usdPerHour, null));
  }

  private CostPlan weighed(CostGoal goal) {
    if (goal.usdPerHour() == 0) {
      return cheapest;
    }
    return Double.isInfinite(goal.usdPerHour()) ? fastest : plan(program.solve(Aim.weighed(goal.usdPerHour() / SECONDS_PER_HOUR)));
  }

  /**
   * Returns the plan of the least time that costs no more than a budget.
   *
   * @throws IllegalArgumentException if the cheapest plan costs more
   */
  public CostPlan within(double mostUsd) {
    if (!(mostUsd >= cheapest.usd())) {
      throw new IllegalArgumentException("the cheapest plan costs $ " + cheapest.usd() + ", more than the budget of $ " + mostUsd);
    }
    if (fastest.usd() <= mostUsd) {
      return fastest;
    }
    Split split = program.solve(Aim.fastest(mostUsd, false));
    return plan(priced.usd(split.shares()) <= mostUsd ? split : cheaper(split, mostUsd));
  }

  /** Returns the plan that a goal chooses; empty if the goal has a hard budget and the cheapest plan costs more. */
  public Optional<CostPlan> chosen(CostGoal goal) {
    CostBudget budget = goal.budget();
    if (budget == null) {
      return Optional.of(weighed(goal));
    }
    return goal.isHard() && budget.isBelow(cheapest.usd()) ? Optional.empty() : Optional.of(chosen(goal, budget.maxUsd()));
  }

  /**
   * Returns the plan that a value of time chooses if it costs at most the given US dollars, else the fastest plan within this amount, else
   * the cheapest plan.
   */
  CostPlan chosen(CostGoal goal, double mostUsd) {
    CostPlan weighed = weighed(goal);
    return weighed.usd() <= mostUsd ? weighed : mostUsd > cheapest.usd() ? within(mostUsd) : cheapest;
  }

  /** Returns what all bytes of a bundle cost on one of its paths, US dollars. */
  double usd(int bundle, Path path) {
    return priced.usd(bundle, priced.paths(bundle).asPaths().indexOf(path));
  }

  /**
   * Returns a split within the budget, made from one that exceeds it by a solver's tolerance: it mixes in the least part of the cheapest
   * split that brings the cost below the budget. This part begins at twice the exact value. The sum of many products is rounded, so the
   * part is doubled until the cost is below the budget. With a part of 1, the cost is always below.
   */
  private Split cheaper(Split split, double mostUsd) {
    double[][] cheap = cheapestSplit.shares();
    double excess = priced.usd(split.shares());
    double part = Math.min(1, 2 * (excess - mostUsd) / Math.max(excess - priced.usd(cheap), Double.MIN_NORMAL) + ROUNDING);
    double[][] mixed = mixed(split.shares(), cheap, part);
    while (priced.usd(mixed) > mostUsd && part < 1) {
      part = Math.min(1, 2 * part);
      mixed = mixed(split.shares(), cheap, part);
    }
    return new Split(mixed, (1 + split.gap()) * priced.seconds(mixed) / priced.seconds(split.shares()) - 1);
  }

  private static double[][] mixed(double[][] split, double[][] cheap, double part) {
    double[][] mixed = new double[cheap.length][];
    for (int bundle = 0; bundle < cheap.length; bundle++) {
      mixed[bundle] = cheap[bundle].clone();
      for (int path = 0; path < mixed[bundle].length; path++) {
        mixed[bundle][path] = part * cheap[bundle][path] + (1 - part) * split[bundle][path];
      }
    }
    return mixed;
  }

  /**
   * Returns what less time costs: plans from the fastest to the cheapest, each of which is the cheapest for its time. The times divide the
   * range between the two ends evenly. Each plan takes longer and costs less than the one before it, so there are fewer than {@code points}
   * where the cost falls no further.
   *
   * @param points {@value #LEAST_POINTS} to {@value #MOST_POINTS}
   */
  public ImmutableList<CostPlan> curve(int points) {
    if (points < LEAST_POINTS || points > MOST_POINTS) {
      throw new IllegalArgumentException("a curve has " + LEAST_POINTS + " to " + MOST_POINTS + " points, got " + points);
    }
    List<CostPlan> curve = new ArrayList<>();
    double least = fastest.seconds() * (1 + SAME);
    for (int point = 0; point < points - 1; point++) {
      double most = least + (cheapest.seconds() - least) * point / (points - 1);
      if (most >= least) {
        add(curve, plan(program.solve(Aim.cheapest(most))));
      }
    }
    add(curve, cheapest);
    return ImmutableList.copyOf(curve);
  }

  private static void add(List<CostPlan> curve, CostPlan plan) {
    if (curve.isEmpty()) {
      curve.add(plan);
      return;
    }
    CostPlan last = curve.get(curve.size() - 1);
    if (plan.usd() < last.usd() * (1 - SAME) && plan.seconds() > last.seconds()) {
      curve.add(plan);
    }
  }
}
