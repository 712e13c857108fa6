package dev.terra.schedule.lp;

import dev.terra.schedule.path.PathSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Objects;

/**
 * Answers programs with what it knows of those before them: how each bundle is split over its paths, and the prices of links.
 * {@link LpSolution#complete} makes of both a feasible answer to the program at hand, and a bound on what any answer can reach; one
 * that is close enough to its bound is kept. Otherwise the solver answers.
 *
 * <p>There are two reasons to keep a split. A program of more than {@link #LARGE} bundles takes long to solve, so that {@link #CLOSE} is
 * close enough. A smaller one is solved in milliseconds, but has many optima, and that of the next round may send by other paths: what is
 * under way on the old ones still fills their links, and each link has a gap or a queue until all agents follow. There a split of an
 * earlier round is kept if it is within {@link #STEADY}, which costs less than such a change.
 *
 * <p>Example: of 9,000 bundles 40 have ended. The split of the others still sends at 0.4 % less than the old prices allow, and no
 * program is solved.
 */
public final class KeptSplits implements LpSolver {
  /** More bundles than the pairs of 32 sites; up to here a solver takes milliseconds. */
  public static final int LARGE = 1_000;
  /** Relative to lambda, of large programs. */
  public static final double CLOSE = 0.01;
  /** Relative to lambda, of others that are planned. */
  public static final double STEADY = 0.005;
  /** The shuffles that large ones wait for are few. */
  private static final int MOST_LARGE = 4;
  /** One for the whole WAN, one for what others leave of it: each that is tried costs some of what it is to save. */
  private static final int MOST_LARGE_TRIED = 2;
  /** The programs of two rounds of some shuffles; where there are more, their paths change with each round. */
  private static final int MOST_SMALL = 16;

  /** A program that was solved in a round; the maps are read only. */
  private record Split(long round, IdentityHashMap<PathSet, double[]> shares, LpSolution prices) {
    static Split of(long round, LpProblem problem, LpSolution solution) {
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
      return new Split(round, shares, prices);
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
  private final Deque<Split> large = new ArrayDeque<>();
  private final Deque<Split> small = new ArrayDeque<>();
  private final LpSolution kept = new LpSolution();
  private long round;
  private long answered;

  /** With this solver for whatever else there is. */
  public KeptSplits(LpSolver solver) {
    this.solver = solver;
  }

  /** Programs of another round follow: splits of small ones that were planned until now may be kept. */
  public void beginRound() {
    round++;
  }

  @Override
  public LpSolution solve(LpProblem problem) {
    return problem.size() > LARGE ? solveLarge(problem) : solver.solve(problem);
  }

  /** Solves a program whose bundles are sent as the answer says, and stay on their paths if that is {@link #STEADY}. */
  public LpSolution plan(LpProblem problem) {
    return problem.size() > LARGE ? solveLarge(problem) : planSmall(problem);
  }

  private LpSolution solveLarge(LpProblem problem) {
    int tried = 0;
    for (Split split : large) {
      if (tried < MOST_LARGE_TRIED && split.covers(problem)) {
        tried++;
        if (isKept(split, problem, CLOSE)) {
          return kept;
        }
      }
    }
    large.stream().filter(split -> split.covers(problem)).findFirst().ifPresent(split -> problem.beginWith(split.widest(problem)));
    return solved(problem, large, MOST_LARGE);
  }

  private LpSolution planSmall(LpProblem problem) {
    for (Split split : small) {
      if (split.round < round && split.covers(problem) && isKept(split, problem, STEADY)) {
        return kept;
      }
    }
    return solved(problem, small, MOST_SMALL);
  }

  private boolean isKept(Split split, LpProblem problem, double close) {
    split.answer(problem, kept);
    boolean isClose = kept.lambda() > 0 && kept.gap() <= close;
    answered += isClose ? 1 : 0;
    return isClose;
  }

  private LpSolution solved(LpProblem problem, Deque<Split> splits, int most) {
    LpSolution solution = solver.solve(problem);
    if (splits.size() == most) {
      splits.removeLast();
    }
    splits.addFirst(Split.of(round, problem, solution));
    return solution;
  }

  /** How many programs it has answered without the solver. */
  public long answered() {
    return answered;
  }
}
