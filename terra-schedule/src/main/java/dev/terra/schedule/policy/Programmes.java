package dev.terra.schedule.policy;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSet;

/** Solves the programmes of shuffles where what is known does not answer them: Gamma on the whole WAN, rates on what is left. */
final class Programmes {
  /** A plan slower than this share of the shuffle's best is none: the shuffle waits, and shares what is left with others. */
  static final double NEGLIGIBLE_PROGRESS = 1e-6;
  private final Network network;
  private final LpSolver solver;
  private final ColumnGeneration generator;
  private final boolean caching;
  private final LpProblem problem = new LpProblem();
  private final Shortcuts shorter = new Shortcuts();
  private Detours detours = Detours.ANY;
  private boolean shortcuts;
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
    LpSolution solution = solve(load(shuffle, network.capacity(), Detours.ANY));
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
    return plan(shuffle, capacity, cache, Detours.ANY);
  }

  private Plan plan(ShuffleState shuffle, double[] capacity, PlanCache cache, Detours longest) {
    if (shuffle.size() == 0 || isBlocked(shuffle, capacity, longest)) {
      return Plan.NONE;
    }
    boolean cached = caching && !shuffle.isPlayed();
    Plan known = cached ? cache.find(shuffle, capacity) : null;
    if (known != null) {
      return known;
    }
    LpSolution solution = solve(load(shuffle, capacity, longest));
    boolean negligible = solution.lambda() * shuffle.gammaOfBase() < NEGLIGIBLE_PROGRESS;
    Plan plan = negligible ? Plan.NONE : shortcuts ? shorter.plan(problem, solution) : Plan.of(problem, solution);
    if (cached) {
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
    Detours allowed = isBlocked(shuffle, network.capacity(), detours) ? Detours.ANY : detours;
    Plan plan = plan(shuffle, network.residual(), shuffle.orderedPlan(allowed), allowed);
    apply(shuffle, plan, 1);
    return !plan.isNone();
  }

  /** Whether there is a plan on what is left; takes it from the network, and gives the shuffle nothing. */
  boolean fitsInOrder(ShuffleState shuffle) {
    Plan plan = plan(shuffle, network.residual(), shuffle.orderedPlan(Detours.ANY), Detours.ANY);
    for (int i = 0; i < plan.link().length; i++) {
      network.take(plan.link()[i], plan.load()[i]);
    }
    return shuffle.size() == 0 || !plan.isNone();
  }

  /** From now on plans use shorter paths where that makes no shuffle slower; to be chosen before the first plan. */
  void takeShortcuts() {
    shortcuts = true;
  }

  /** How long the paths of plans in order may be from now on; where every path is allowed, they always may. */
  void setDetours(Detours newDetours) {
    detours = generator == null ? newDetours : Detours.ANY;
  }

  private boolean isBlocked(ShuffleState shuffle, double[] capacity, Detours longest) {
    if (generator != null) {
      return false;
    }
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      if (!shuffle.paths(bundle).leading(longest.extraLinks()).hasOpenPath(capacity)) {
        return true;
      }
    }
    return false;
  }

  private LpProblem load(ShuffleState shuffle, double[] capacity, Detours longest) {
    problem.reset(capacity);
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      PathSet paths = shuffle.paths(bundle);
      problem.add(paths.leading(longest.extraLinks()), shuffle.base(bundle));
    }
    return problem;
  }
}
