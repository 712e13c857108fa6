package dev.terra.schedule;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.topology.RandomTopology;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Makes small random programs, for properties that small programs suffice to test. */
public final class Programs {
  private Programs() {}

  /** Returns a connected WAN with the given number of sites and about twice as many links, whose capacities are all different. */
  public static Wan wan(int sites, long seed) {
    Random random = new Random(seed);
    int links = Math.min(2 * sites, sites * (sites - 1) / 2);
    return RandomTopology.generate(sites, links, seed)
        .mapLinks(link -> link.withCapacity(link.capacity().times(0.5 + random.nextDouble())));
  }

  /** Returns a program of bundles between different pairs of sites, of very different sizes. */
  public static LpProblem program(Wan wan, int bundles, long seed) {
    Random random = new Random(seed);
    PathSets paths = new PathSets(wan, PathRules.atMost(6));
    LpProblem problem = new LpProblem();
    problem.reset(wan.capacities());
    int sites = wan.sites().size();
    Set<Integer> pairs = new HashSet<>();
    while (problem.size() < Math.min(bundles, sites * (sites - 1))) {
      int from = random.nextInt(sites);
      int to = random.nextInt(sites);
      if (from != to && pairs.add(from * sites + to)) {
        problem.add(paths.between(from, to), 1e9 * Math.exp(random.nextGaussian()));
      }
    }
    return problem;
  }
}
