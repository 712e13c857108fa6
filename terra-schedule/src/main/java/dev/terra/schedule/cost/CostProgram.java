package dev.terra.schedule.cost;

import dev.terra.schedule.lp.LpException;
import dev.terra.schedule.ortools.LinearProgram;
import dev.terra.schedule.ortools.LinearProgram.Method;
import dev.terra.schedule.ortools.LinearProgram.Outcome;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The linear program of one shuffle with prices. Its variables are the share s_kp of each bundle k on each open path p, and the time tau.
 * It minimises
 *
 * <p>{@code timeWeight * tau + costWeight * sum_kp usd_kp * s_kp}
 *
 * <p>with {@code sum_p s_kp = 1} for each bundle, {@code sum of bytes_k * s_kp over the paths on link l <= capacity_l * tau} for each link
 * and cap, {@code tau <= mostSeconds} and {@code sum_kp usd_kp * s_kp <= mostUsd}. The unit of time is the shuffle's Gamma, and the unit of
 * money is what the shuffle costs on its dearest paths, so that all coefficients are near 1 and the solver's absolute tolerances are
 * relative ones.
 *
 * <p>A solution is not trusted as such: a lower bound of the optimum follows from the solver's dual values by plain sums over the program
 * (Lagrangian duality). Where the solution and the bound are apart, the next solver solves the program.
 */
final class CostProgram {
  /** A solution whose gap to its bound is at most this, relative, needs no second solver. */
  private static final double CLOSED = 1e-11;

  /**
   * What to minimise, and within which bounds.
   *
   * @param timeWeight US dollars per second, at least 0
   * @param costWeight 0, or 1 for a dollar
   * @param mostSeconds the most time, above 0, or infinite
   * @param mostUsd the most cost, at least 0, or infinite
   * @param cheapestOnly whether each bundle may take only its cheapest paths
   */
  record Aim(double timeWeight, double costWeight, double mostSeconds, double mostUsd, boolean cheapestOnly) {
    static Aim fastest(double mostUsd, boolean cheapestOnly) {
      return new Aim(1, 0, Double.POSITIVE_INFINITY, mostUsd, cheapestOnly);
    }

    static Aim cheapest(double mostSeconds) {
      return new Aim(0, 1, mostSeconds, Double.POSITIVE_INFINITY, false);
    }

    static Aim weighed(double usdPerSecond) {
      return new Aim(usdPerSecond, 1, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, false);
    }
  }

  /** A solution of the program. */
  static final class Split {
    private final double[][] shares;
    private final double gap;

    Split(double[][] shares, double gap) {
      this.shares = shares;
      this.gap = gap;
    }

    /** Returns the share of each bundle on each path. The caller must not change the arrays. */
    double[][] shares() {
      return shares;
    }

    /** Returns the largest possible excess of the value over the optimum, relative to the optimum. */
    double gap() {
      return gap;
    }
  }

  private final PricedPaths priced;
  private final double timeUnit;
  private final double costUnit;

  /** Makes a program for a shuffle with the given Gamma, which is the unit of time. */
  CostProgram(PricedPaths priced, double gammaSeconds) {
    this.priced = priced;
    this.timeUnit = gammaSeconds;
    double dearest = 0;
    for (int bundle = 0; bundle < priced.size(); bundle++) {
      double most = 0;
      for (int path = 0; path < priced.paths(bundle).size(); path++) {
        most = priced.isOpen(bundle, path) ? Math.max(most, priced.usd(bundle, path)) : most;
      }
      dearest += most;
    }
    this.costUnit = dearest > 0 ? dearest : 1;
  }

  /**
   * Solves the program.
   *
   * @throws LpException if no split is within the bounds, or no solver finds one
   */
  Split solve(Aim aim) {
    Split best = null;
    for (Method method : Method.values()) {
      Split split = attempt(aim, method);
      if (best == null || (split != null && split.gap() < best.gap())) {
        best = split;
      }
      if (best != null && best.gap() <= CLOSED) {
        return best;
      }
    }
    if (best == null) {
      throw new LpException("no solver found a split of " + priced.size() + " bundles within " + aim.mostSeconds() + " s and $ "
          + aim.mostUsd());
    }
    return best;
  }

  private @Nullable Split attempt(Aim aim, Method method) {
    try (LinearProgram program = new LinearProgram(method)) {
      Model model = new Model(program, aim);
      return program.minimise() == Outcome.OPTIMAL ? model.split() : null;
    }
  }

  /** The program as a solver takes it. */
  private final class Model {
    private final LinearProgram program;
    private final Aim aim;
    private final double timeWeight;
    private final double costWeight;
    private final int tau;
    private final int[][] shares;
    private final int[] linkRow;
    private final int budgetRow;

    private Model(LinearProgram program, Aim aim) {
      this.program = program;
      this.aim = aim;
      double unit = aim.timeWeight() * timeUnit + aim.costWeight() * costUnit;
      this.timeWeight = aim.timeWeight() * timeUnit / unit;
      this.costWeight = aim.costWeight() * costUnit / unit;
      this.tau = program.variable(0, aim.mostSeconds() / timeUnit);
      program.cost(tau, timeWeight);
      this.budgetRow = Double.isInfinite(aim.mostUsd()) ? -1 : program.row(Double.NEGATIVE_INFINITY, aim.mostUsd() / costUnit);
      this.linkRow = new int[priced.capacity().length];
      Arrays.fill(linkRow, -1);
      this.shares = new int[priced.size()][];
      for (int bundle = 0; bundle < shares.length; bundle++) {
        add(bundle);
      }
    }

    private boolean isAllowed(int bundle, int path) {
      return aim.cheapestOnly() ? priced.isCheapest(bundle, path) : priced.isOpen(bundle, path);
    }

    private double usd(int bundle, int path) {
      return priced.usd(bundle, path) / costUnit;
    }

    private void add(int bundle) {
      int whole = program.row(1, 1);
      shares[bundle] = new int[priced.paths(bundle).size()];
      for (int path = 0; path < shares[bundle].length; path++) {
        shares[bundle][path] = -1;
        if (isAllowed(bundle, path)) {
          int share = program.variable(0, Double.POSITIVE_INFINITY);
          shares[bundle][path] = share;
          program.set(whole, share, 1);
          program.cost(share, costWeight * usd(bundle, path));
          if (budgetRow >= 0) {
            program.set(budgetRow, share, usd(bundle, path));
          }
          for (int link : priced.paths(bundle).links(path)) {
            program.set(linkRow(link), share, time(bundle, link));
          }
        }
      }
    }

    /** Returns how long a link takes for all bytes of a bundle, in units of Gamma. */
    private double time(int bundle, int link) {
      return priced.bytes(bundle) / priced.capacity()[link] / timeUnit;
    }

    private int linkRow(int link) {
      if (linkRow[link] < 0) {
        linkRow[link] = program.row(Double.NEGATIVE_INFINITY, 0);
        program.set(linkRow[link], tau, -1);
      }
      return linkRow[link];
    }

    private Split split() {
      double[][] split = new double[shares.length][];
      for (int bundle = 0; bundle < split.length; bundle++) {
        int[] variables = shares[bundle];
        split[bundle] = new double[variables.length];
        Arrays.setAll(split[bundle], path -> variables[path] < 0 ? 0 : program.value(variables[path]));
      }
      PricedPaths.normalise(split);
      double value = timeWeight * priced.seconds(split) / timeUnit + costWeight * priced.usd(split) / costUnit;
      double bound = bound();
      return new Split(split, value <= bound ? 0 : bound > 0 ? value / bound - 1 : value - bound);
    }

    /**
     * Returns the value of the Lagrangian at the solver's dual values: with y_l for the links, b for the budget and t for the most time,
     * {@code sum_k min_p ((costWeight + b) usd_kp + sum over links of y_l time_kl) - b mostUsd - t mostSeconds} is at most the optimum
     * where {@code sum_l y_l <= timeWeight + t}.
     */
    private double bound() {
      double[] price = new double[linkRow.length];
      Arrays.setAll(price, link -> linkRow[link] < 0 ? 0 : Math.max(0, -program.price(linkRow[link])));
      double budget = budgetRow < 0 ? 0 : Math.max(0, -program.price(budgetRow));
      double sum = Arrays.stream(price).sum();
      double late = Math.max(0, sum - timeWeight);
      if (Double.isInfinite(aim.mostSeconds())) {
        double scale = sum > timeWeight ? timeWeight / sum : 1;
        Arrays.setAll(price, link -> price[link] * scale);
        late = 0;
      }
      double value = late > 0 ? -late * aim.mostSeconds() / timeUnit : 0;
      value -= budget > 0 ? budget * aim.mostUsd() / costUnit : 0;
      for (int bundle = 0; bundle < shares.length; bundle++) {
        value += least(bundle, price, costWeight + budget);
      }
      return value;
    }

    private double least(int bundle, double[] price, double moneyWeight) {
      double least = Double.POSITIVE_INFINITY;
      for (int path = 0; path < shares[bundle].length; path++) {
        if (shares[bundle][path] >= 0) {
          double sum = moneyWeight * usd(bundle, path);
          for (int link : priced.paths(bundle).links(path)) {
            sum += price[link] * time(bundle, link);
          }
          least = Math.min(least, sum);
        }
      }
      return least;
    }
  }
}
