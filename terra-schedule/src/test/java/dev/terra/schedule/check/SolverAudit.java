package dev.terra.schedule.check;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.lp.CertifiedSolver;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Solves random programs with the fast solver and with OR-Tools, and compares the answers. The programs are ordinary ones; programs
 * with links partly or almost used up; with closed links; with volumes from one byte to 2^62; with all links and all volumes alike, so
 * that everything ties; and with volumes and a third of the links spread over many orders of magnitude. The answer of either solver
 * counts only with its certificate.
 */
public final class SolverAudit {
  /** The largest relative difference that is allowed between the two solvers. */
  public static final double TOLERANCE = 1e-6;
  private static final int KINDS = 7;

  private final PathSets paths;
  private final Wan wan;
  private final RandomShuffles shuffles;
  private final Random random;
  private final CertifiedSolver fast = new CertifiedSolver(new PathSimplex(), GlopSolver::new);
  private final GlopSolver reference = new GlopSolver();
  private final LpProblem problem = new LpProblem();
  private final List<String> faults = new ArrayList<>();
  private int instances;
  private int blocked;
  private double maxRelativeDifference;
  private double maxGap;
  private double maxReferenceGap;

  /** Creates an audit of programs over these paths, from a seed. */
  public SolverAudit(PathSets paths, long seed) {
    this.paths = paths;
    this.wan = paths.wan();
    this.shuffles = new RandomShuffles(wan, seed);
    this.random = new Random(seed);
  }

  /** Makes, solves and compares one more program. */
  public void checkNext() {
    int kind = instances++ % KINDS;
    ShuffleDemand shuffle = shuffles.next(0);
    problem.reset(capacities(kind));
    for (BundleDemand bundle : shuffle.bundles()) {
      problem.add(paths.between(wan.indexOf(bundle.from()), wan.indexOf(bundle.to())), volume(kind, bundle));
    }
    LpSolution solution = fast.solve(problem);
    LpSolution second = reference.solve(problem);
    double expected = second.lambda();
    double difference = ComparingSolver.relativeDifference(solution.lambda(), expected);
    maxRelativeDifference = Math.max(maxRelativeDifference, difference);
    maxGap = Math.max(maxGap, solution.gap());
    maxReferenceGap = Math.max(maxReferenceGap, second.gap());
    if (difference > TOLERANCE) {
      fault(kind, "lambda " + solution.lambda() + ", reference " + expected);
    }
    if (!solution.isCertified() || !second.isCertified()) {
      fault(kind, "certificates open by " + solution.gap() + ", reference " + second.gap());
    }
    if (expected == 0) {
      blocked++;
    }
    checkRates(kind, solution);
  }

  private double[] capacities(int kind) {
    double[] capacity = wan.capacities();
    for (int link = 0; link < capacity.length; link++) {
      capacity[link] *= switch (kind) {
        case 1 -> random.nextDouble();
        case 2 -> Math.pow(10, -7 * random.nextDouble());
        case 3 -> random.nextInt(5) > 0 ? 1 : random.nextBoolean() ? 0 : 1e-7;
        case 6 -> random.nextInt(3) > 0 ? 1 : Math.pow(10, -12 * random.nextDouble());
        default -> 1;
      };
      capacity[link] = kind == 5 ? 1e9 : capacity[link];
    }
    return capacity;
  }

  private double volume(int kind, BundleDemand bundle) {
    return switch (kind) {
      case 4, 6 -> Math.rint(Math.pow(2, 62 * random.nextDouble()));
      case 5 -> 1e9;
      default -> bundle.bytes();
    };
  }

  private void checkRates(int kind, LpSolution solution) {
    double[] load = new double[problem.capacity().length];
    for (int bundle = 0; bundle < problem.size(); bundle++) {
      PathSet set = problem.paths(bundle);
      double sum = 0;
      for (int path = 0; path < set.size(); path++) {
        double rate = solution.rate(bundle, path);
        sum += rate;
        if (!(rate >= 0)) {
          fault(kind, "rate " + rate);
        }
        for (int link : set.links(path)) {
          load[link] += rate;
        }
      }
      if (Math.abs(sum / problem.demand(bundle) - solution.lambda()) > 1e-9 * solution.lambda()) {
        fault(kind, "bundle " + bundle + " progresses by " + sum / problem.demand(bundle) + ", lambda " + solution.lambda());
      }
    }
    for (int link = 0; link < load.length; link++) {
      if (load[link] > problem.capacity()[link] * (1 + 1e-9)) {
        fault(kind, wan.resource(link) + " carries " + load[link] + " of " + problem.capacity()[link]);
      }
    }
  }

  private void fault(int kind, String what) {
    faults.add(wan.name() + " instance " + instances + " of kind " + kind + ": " + what);
  }

  /** Returns the number of programs checked so far. */
  public int instances() {
    return instances;
  }

  /** Returns the number of checked programs that had a bundle without an open path. */
  public int blocked() {
    return blocked;
  }

  /** Returns the largest relative difference of lambda. */
  public double maxRelativeDifference() {
    return maxRelativeDifference;
  }

  /** Returns the widest gap of the fast solver's certificates. */
  public double maxGap() {
    return maxGap;
  }

  /** Returns the widest gap of OR-Tools' certificates. */
  public double maxReferenceGap() {
    return maxReferenceGap;
  }

  /** Returns how often OR-Tools needed another attempt. */
  public long referenceRetries() {
    return reference.attempts() - (instances - blocked);
  }

  /** Returns how often OR-Tools had to answer for the fast solver. */
  public long fallbacks() {
    return fast.fallbacks();
  }

  /** Returns all faults found; empty if there are none. */
  public List<String> faults() {
    return faults;
  }
}
