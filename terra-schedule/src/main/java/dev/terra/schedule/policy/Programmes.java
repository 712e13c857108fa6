package dev.terra.schedule.policy;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSet;

/** Solves the programmes of shuffles where what is known does not answer them: Gamma on the whole WAN, rates on what is left. */
final class Programmes {
  /** A plan slower than this share of the shuffle's best is none: the shuffle waits, and shares what is left with others. */
  static final double NEGLIGIBLE_PROGRESS = 1e-6;
  /**
   * Links more than a bundle's first path that a path may have in a thrifty plan. A long detour takes from those that wait on many
   * links what it gives on one; what thrifty plans leave is filled over all paths anyway.
   */
  private static final int THRIFTY_DETOUR = 1;
  private static final int ANY_DETOUR = Integer.MAX_VALUE;

  private final Network network;
  private final LpSolver solver;
  private final ColumnGeneration generator;
  private final boolean caching;
  private final LpProblem problem = new LpProblem();
  private boolean thrifty;
  private long solved;

  Programmes(Network network, LpSolver solver, boolean caching) {
    this.network = network;
    this.solver = solver;
    this.generator = network.paths().rules().everyPath() ? new ColumnGeneration(network.paths(), solver) : null;
    this.caching = caching && generator == null;
  }

  /** How many programmes were solved so far. */
  long solved() {
    return solved;
  }

  Network network() {
    return network;
  }

  /** Solves any programme; where every path is allowed, adds paths until none would help. */
  LpSolution solve(LpProblem anyProblem) {
    solved++;
    return generator == null ? solver.solve(anyProblem) : generator.solve(anyProblem);
  }

  /** Makes a shuffle's Gamma known. */
  void computeGamma(ShuffleState shuffle) {
    if (caching && shuffle.hasGamma(network.version())) {
      return;
    }
    double[] bytes = new double[shuffle.demand().bundles().size()];
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      bytes[shuffle.place(bundle)] = shuffle.base(bundle);
    }
    double certified = caching ? shuffle.gammaRecord().certified(bytes, network.version()) : Double.NaN;
    if (Double.isNaN(certified)) {
      solveGamma(shuffle, bytes);
    } else {
      shuffle.setGammaOfBase(certified, network.version());
    }
  }

  private void solveGamma(ShuffleState shuffle, double[] bytes) {
    if (shuffle.size() == 0) {
      shuffle.setGammaOfBase(0, network.version());
      return;
    }
    LpSolution solution = solve(load(shuffle, network.capacity(), ANY_DETOUR));
    double seconds = 1 / solution.lambda();
    double[] price = new double[bytes.length];
    double cost = 0;
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      double cheapest = solution.cheapestPrice(bundle);
      price[shuffle.place(bundle)] = cheapest;
      cost += cheapest * shuffle.base(bundle);
    }
    for (int i = 0; i < price.length; i++) {
      price[i] /= solution.bound() * cost;
    }
    shuffle.gammaRecord().store(seconds, bytes, price, network.version());
    shuffle.setGammaOfBase(seconds, network.version());
  }

  /** The best rates for a shuffle on these capacities, all its bundles or none; asks the cache first. */
  Plan plan(ShuffleState shuffle, double[] capacity, PlanCache cache) {
    return plan(shuffle, capacity, cache, ANY_DETOUR);
  }

  private Plan plan(ShuffleState shuffle, double[] capacity, PlanCache cache, int detour) {
    if (shuffle.size() == 0 || isBlocked(shuffle, capacity, detour)) {
      return Plan.NONE;
    }
    Plan known = caching ? cache.find(shuffle, capacity) : null;
    if (known != null) {
      return known;
    }
    LpSolution solution = solve(load(shuffle, capacity, detour));
    boolean negligible = solution.lambda() * shuffle.gammaOfBase() < NEGLIGIBLE_PROGRESS;
    Plan plan = negligible ? Plan.NONE : Plan.of(problem, solution);
    if (caching) {
      cache.store(shuffle, capacity, plan);
    }
    return plan;
  }

  /** Gives a shuffle a share, up to 1, of a plan. */
  void apply(ShuffleState shuffle, Plan plan, double share) {
    for (int i = 0; i < plan.rate().length; i++) {
      shuffle.rates.addPlanned(plan.bundle()[i], plan.path()[i], plan.rate()[i] * share);
    }
    for (int i = 0; i < plan.link().length; i++) {
      network.take(plan.link()[i], plan.load()[i] * share);
    }
  }

  /** Plans on what is left in this round; says whether the shuffle got rates. */
  boolean planInOrder(ShuffleState shuffle) {
    boolean direct = thrifty && !isBlocked(shuffle, network.capacity(), THRIFTY_DETOUR);
    Plan plan = direct
        ? plan(shuffle, network.residual(), shuffle.thriftyPlan, THRIFTY_DETOUR)
        : plan(shuffle, network.residual(), shuffle.orderedPlan, ANY_DETOUR);
    apply(shuffle, plan, 1);
    return !plan.isNone();
  }

  /** Whether there is a plan on what is left; takes it from the network, and gives the shuffle nothing. */
  boolean fitsInOrder(ShuffleState shuffle) {
    Plan plan = plan(shuffle, network.residual(), shuffle.orderedPlan, ANY_DETOUR);
    for (int i = 0; i < plan.link().length; i++) {
      network.take(plan.link()[i], plan.load()[i]);
    }
    return shuffle.size() == 0 || !plan.isNone();
  }

  /** Whether plans in order leave out long detours from now on. */
  void setThrifty(boolean newThrifty) {
    thrifty = newThrifty && generator == null;
  }

  private boolean isBlocked(ShuffleState shuffle, double[] capacity, int detour) {
    if (generator != null) {
      return false;
    }
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      if (!shuffle.paths(bundle).leading(detour).hasOpenPath(capacity)) {
        return true;
      }
    }
    return false;
  }

  private LpProblem load(ShuffleState shuffle, double[] capacity, int detour) {
    problem.reset(capacity);
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      PathSet paths = shuffle.paths(bundle);
      problem.add(paths.leading(detour), shuffle.base(bundle));
    }
    return problem;
  }
}
