package dev.terra.schedule.path;

/**
 * What the lightest path from each site to a target weighs when no link's weight is raised, and so the least that it weighs whatever
 * is raised. One search backwards for each target, kept: the table of all is smaller than that of the path sets. One owner.
 */
final class RemainingWeight {
  private final ShortestPath backwards;
  private final double[] weight;
  private final double[][] byTarget;

  /** The remaining weights of a graph with these weights by link, which are not to be changed. */
  RemainingWeight(WanGraph graph, double[] weight) {
    this.backwards = new ShortestPath(graph.backwards());
    this.weight = weight;
    this.byTarget = new double[graph.siteCount][];
  }

  /** The weight by site; infinite where no path leads to the target. Not to be changed. */
  double[] to(int target) {
    if (byTarget[target] == null) {
      byTarget[target] = backwards.weightsFrom(target, weight);
    }
    return byTarget[target];
  }

  /** How many sites all searches so far have looked at the links of. */
  long settledSites() {
    return backwards.settledSites();
  }
}
