package dev.terra.schedule.path;

/**
 * The weight of the lightest path from each site to a target while no link's weight is raised. It is a lower bound of the path's weight
 * when weights are raised. There is one backward search for each target, whose result is kept: the table of all results is smaller than the
 * path sets. It has one owner.
 */
final class RemainingWeight {
  private final ShortestPath backwards;
  private final double[] weight;
  private final double[][] byTarget;

  /** Makes the remaining weights of a graph. The caller must not change the weights by link afterwards. */
  RemainingWeight(WanGraph graph, double[] weight) {
    this.backwards = new ShortestPath(graph.backwards());
    this.weight = weight;
    this.byTarget = new double[graph.siteCount][];
  }

  /** Returns the weight by site; infinite where no path leads to the target. The caller must not change the array. */
  double[] to(int target) {
    if (byTarget[target] == null) {
      byTarget[target] = backwards.weightsFrom(target, weight);
    }
    return byTarget[target];
  }

  /** Returns from how many sites all searches so far have followed links. */
  long settledSites() {
    return backwards.settledSites();
  }
}
