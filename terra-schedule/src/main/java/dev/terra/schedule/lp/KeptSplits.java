package dev.terra.schedule.lp;

import dev.terra.schedule.path.PathSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Objects;

/**
 * Answers large programs with what it knows of those before them: how each bundle is split over its paths, and the prices of links.
 * {@link LpSolution#complete} makes of both a feasible answer to the program at hand, and a bound on what any answer can reach; one
 * within {@link #CLOSE} of its bound is kept. Otherwise, and for programs of up to {@link #LARGE} bundles, the solver answers.
 *
 * <p>Example: of 9,000 bundles 40 have ended. The split of the others still sends at 0.4 % less than the old prices allow, and no
 * program is solved.
 */
public final class KeptSplits implements LpSolver {
  /** More bundles than the pairs of 32 sites; up to here a solver takes milliseconds. */
  public static final int LARGE = 1_000;
  /** Relative to lambda. */
  public static final double CLOSE = 0.01;
  /** The shuffles that large ones wait for are few. */
  private static final int MOST_SPLITS = 4;
  /** One for the whole WAN, one for what others leave of it: each that is tried costs some of what it is to save. */
  private static final int MOST_TRIED = 2;

  /** A solved program; the maps are read only. */
  private record Split(IdentityHashMap<PathSet, double[]> shares, LpSolution prices) {
    static Split of(LpProblem problem, LpSolution solution) {
      IdentityHashMap<PathSet, double[]> shares = new IdentityHashMap<>();
      for (int bundle = 0; bundle < problem.size(); bundle++) {
        double[] rates = new double[problem.paths(bundle).size()];
        for (int path = 0; path < rates.length; path++) {
          rates[path] = solution.rate(bundle, path);
        }
        shares.put(problem.paths(bundle), rates);
      }
      LpSolution prices = new LpSolution();
      prices.reset(problem);
      for (int link = 0; link < problem.capacity().length; link++) {
        prices.setPrice(link, solution.price(link));
      }
      return new Split(shares, prices);
    }

    /** Whether it knows all bundles of a program. */
    boolean covers(LpProblem problem) {
      for (int bundle = 0; bundle < problem.size(); bundle++) {
        if (!shares.containsKey(problem.paths(bundle))) {
          return false;
        }
      }
      return true;
    }

    private double[] rates(PathSet paths) {
      return Objects.requireNonNull(shares.get(paths), "a split answers only programs that it covers");
    }

    /** The path of each bundle that has the most of it. */
    int[] widest(LpProblem problem) {
      int[] widest = new int[problem.size()];
      for (int bundle = 0; bundle < widest.length; bundle++) {
        double[] rates = rates(problem.paths(bundle));
        for (int path = 1; path < rates.length; path++) {
          widest[bundle] = rates[path] > rates[widest[bundle]] ? path : widest[bundle];
        }
      }
      return widest;
    }

    /** Answers a program of bundles that it knows. */
    void answer(LpProblem problem, LpSolution solution) {
      solution.reset(problem);
      for (int bundle = 0; bundle < problem.size(); bundle++) {
        double[] rates = rates(problem.paths(bundle));
        for (int path = 0; path < rates.length; path++) {
          solution.setShare(bundle, path, rates[path]);
        }
      }
      for (int link = 0; link < problem.capacity().length; link++) {
        solution.setPrice(link, prices.price(link));
      }
      solution.complete(problem);
    }
  }

  private final LpSolver solver;
  private final Deque<Split> splits = new ArrayDeque<>();
  private final LpSolution kept = new LpSolution();
  private long answered;

  /** With this solver for whatever else there is. */
  public KeptSplits(LpSolver solver) {
    this.solver = solver;
  }

  @Override
  public LpSolution solve(LpProblem problem) {
    if (problem.size() <= LARGE) {
      return solver.solve(problem);
    }
    if (tryKept(problem)) {
      answered++;
      return kept;
    }
    splits.stream().filter(split -> split.covers(problem)).findFirst().ifPresent(split -> problem.beginWith(split.widest(problem)));
    LpSolution solution = solver.solve(problem);
    if (splits.size() == MOST_SPLITS) {
      splits.removeLast();
    }
    splits.addFirst(Split.of(problem, solution));
    return solution;
  }

  private boolean tryKept(LpProblem problem) {
    int tried = 0;
    for (Split split : splits) {
      if (tried < MOST_TRIED && split.covers(problem)) {
        tried++;
        split.answer(problem, kept);
        if (kept.lambda() > 0 && kept.gap() <= CLOSE) {
          return true;
        }
      }
    }
    return false;
  }

  /** How many programs it has answered without the solver. */
  public long answered() {
    return answered;
  }
}
