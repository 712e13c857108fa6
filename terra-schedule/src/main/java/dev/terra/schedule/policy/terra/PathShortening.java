package dev.terra.schedule.policy.terra;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.path.PathSet;

/**
 * Moves the rates of a solved program to shorter paths where these have room. The optimum of a program is seldom unique: only the tight
 * links decide how fast a shuffle can be, and where no link is tight a solver may use a detour as well. Every bundle keeps its rate, so the
 * progress is the same, and more links are left to others. Each pass treats all bundles, longest paths first; passes end when nothing moves
 * or {@link #PASSES} are made. It is a buffer, with one owner.
 */
final class PathShortening {
  /** The most passes. Later passes move little. */
  private static final int PASSES = 3;
  /** Rates on a link stay below its capacity by this factor, so that sums taken in any order do. */
  private static final double SHRINK = 1 - 1e-12;
  /** The least share of a rate that is worth moving to another path. */
  private static final double WORTHWHILE = 1e-6;

  private double[] room = {};
  private double[][] rate = {};

  /** Returns the plan of a solution, with its rates moved. */
  RatePlan plan(LpProblem problem, LpSolution solution) {
    load(problem, solution);
    boolean moved = true;
    for (int pass = 0; pass < PASSES && moved; pass++) {
      moved = false;
      for (int bundle = 0; bundle < problem.size(); bundle++) {
        moved |= shorten(problem.paths(bundle), rate[bundle]);
      }
    }
    return RatePlan.of(problem, solution.lambda(), (bundle, path) -> rate[bundle][path]);
  }

  private void load(LpProblem problem, LpSolution solution) {
    room = new double[problem.capacity().length];
    for (int link = 0; link < room.length; link++) {
      room[link] = Math.max(0, problem.capacity()[link] * SHRINK - solution.load(link));
    }
    rate = new double[problem.size()][];
    for (int bundle = 0; bundle < rate.length; bundle++) {
      rate[bundle] = new double[problem.paths(bundle).size()];
      for (int path = 0; path < rate[bundle].length; path++) {
        rate[bundle][path] = solution.rate(bundle, path);
      }
    }
  }

  private boolean shorten(PathSet paths, double[] rates) {
    boolean moved = false;
    for (int path = rates.length - 1; path >= 0; path--) {
      for (int other = 0; other < rates.length && rates[path] > 0; other++) {
        moved |= paths.hops(other) < paths.hops(path) && move(paths, rates, path, other);
      }
    }
    return moved;
  }

  private boolean move(PathSet paths, double[] rates, int from, int to) {
    double bytesPerSecond = rates[from];
    for (int link : paths.links(to)) {
      if (!contains(paths.links(from), link)) {
        bytesPerSecond = Math.min(bytesPerSecond, room[link]);
      }
    }
    if (bytesPerSecond <= WORTHWHILE * rates[from]) {
      return false;
    }
    rates[from] -= bytesPerSecond;
    rates[to] += bytesPerSecond;
    for (int link : paths.links(from)) {
      room[link] += bytesPerSecond;
    }
    for (int link : paths.links(to)) {
      room[link] = Math.max(0, room[link] - bytesPerSecond);
    }
    return true;
  }

  private static boolean contains(int[] links, int link) {
    for (int each : links) {
      if (each == link) {
        return true;
      }
    }
    return false;
  }
}
