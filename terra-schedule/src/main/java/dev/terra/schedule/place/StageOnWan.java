package dev.terra.schedule.place;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.path.PathSets;

/** A stage in terms of the indexes of sites and links of a WAN, with the Gamma of any placement. It has one owner. */
final class StageOnWan {
  private final PathSets paths;
  private final double[] capacity;
  private final double[] output;
  private final int[] slots;
  private final int[] least;
  private final int[] most;
  private final int reducers;
  private final double secondsPerReducer;
  private final LpSolver solver;
  private final LpProblem problem = new LpProblem();

  StageOnWan(PathSets paths, Wan now, ReducerStage stage, LpSolver solver) {
    Wan wan = paths.wan();
    this.paths = paths;
    this.solver = solver;
    this.capacity = wan.capacitiesIn(now);
    this.output = new double[wan.sites().size()];
    this.slots = new int[output.length];
    this.reducers = stage.reducers();
    this.secondsPerReducer = stage.secondsPerReducer();
    stage.outputBytes().forEach((site, bytes) -> output[wan.indexOf(site)] = bytes);
    this.least = new int[output.length];
    this.most = new int[output.length];
    stage.slots().forEach((site, count) -> {
      slots[wan.indexOf(site)] = count;
      most[wan.indexOf(site)] = reducers;
    });
    stage.counts().forEach((site, range) -> {
      least[wan.indexOf(site)] = range.lowerEndpoint();
      most[wan.indexOf(site)] = Math.min(reducers, range.upperEndpoint());
    });
  }

  Wan wan() {
    return paths.wan();
  }

  int sites() {
    return output.length;
  }

  SiteId site(int index) {
    return paths.wan().sites().get(index).id();
  }

  double output(int site) {
    return output[site];
  }

  int slots(int site) {
    return slots[site];
  }

  /** Returns the least number of reducers that a site gets. */
  int least(int site) {
    return least[site];
  }

  /** Returns the most reducers that a site may get. */
  int most(int site) {
    return most[site];
  }

  /** Returns the most reducers that each site may get. The caller must not change the array. */
  int[] most() {
    return most;
  }

  int reducers() {
    return reducers;
  }

  double[] capacity() {
    return capacity;
  }

  PathSet paths(int from, int to) {
    return paths.between(from, to);
  }

  /**
   * Returns how long a site computes {@code count} of the stage's reducers, seconds; a fraction of a reducer takes this fraction of its
   * time.
   */
  double computeSeconds(int site, double count) {
    return count == 0 ? 0 : count * secondsPerReducer / slots[site];
  }

  /** Returns the time of the site that computes longest, seconds. */
  double computeSeconds(int[] counts) {
    double most = 0;
    for (int site = 0; site < counts.length; site++) {
      most = Math.max(most, computeSeconds(site, counts[site]));
    }
    return most;
  }

  /** Returns the Gamma of the shuffle to reducers at these sites, seconds; infinite where a bundle has no path. */
  double shuffleSeconds(int[] counts) {
    problem.reset(capacity);
    for (int to = 0; to < counts.length; to++) {
      for (int from = 0; from < counts.length; from++) {
        if (from != to && counts[to] > 0 && output[from] > 0) {
          problem.add(paths(from, to), output[from] * counts[to] / reducers);
        }
      }
    }
    if (problem.size() == 0) {
      return 0;
    }
    double lambda = solver.solve(problem).lambda();
    return lambda > 0 ? 1 / lambda : Double.POSITIVE_INFINITY;
  }
}
