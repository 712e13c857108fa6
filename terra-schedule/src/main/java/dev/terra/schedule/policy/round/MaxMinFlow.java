package dev.terra.schedule.policy.round;

import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.path.PathSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Max-min multi-commodity flow: every bundle of the given shuffles is a commodity of weight 1 that takes as much as it can get. It works in
 * stages. The first stage computes the largest rate that all bundles can have, by a linear program in which bundles of the same pair of
 * sites are one commodity. Each further stage does the same for the bundles that still have a path with something left. Each stage
 * saturates a link. After {@link #STAGES} stages, progressive filling shares out the rest, so that nothing usable is left.
 */
public final class MaxMinFlow {
  /** The number of stages. Later stages hand out little, and cost as much as the first. */
  private static final int STAGES = 3;
  /**
   * Above this number of commodities (more than the pairs of 32 sites), progressive filling works alone; it takes a bundle's paths one
   * after the other.
   */
  private static final int MANY_COMMODITIES = 1_000;

  private record Member(BundlesInRound shuffle, int bundle) {}

  private static final class Commodity {
    private final PathSet paths;
    private final List<Member> members = new ArrayList<>();

    Commodity(PathSet paths) {
      this.paths = paths;
    }
  }

  private final ResidualNetwork network;
  private final LinearPrograms programs;
  private final ProgressiveFilling filling;
  private final LpProblem problem = new LpProblem();

  /** Makes a flow that shares what the network has left. */
  public MaxMinFlow(ResidualNetwork network, LinearPrograms programs) {
    this.network = network;
    this.programs = programs;
    this.filling = new ProgressiveFilling(network);
  }

  /** Shares what is left of the network among these shuffles. */
  public void share(List<ActiveShuffle> shuffles) {
    List<Commodity> open = commodities(shuffles);
    int stages = open.size() > MANY_COMMODITIES ? 0 : STAGES;
    for (int stage = 0; stage < stages && !open.isEmpty(); stage++) {
      if (!raiseAll(open)) {
        break;
      }
      open.removeIf(commodity -> !findOpenPath(commodity.paths));
    }
    filling.reset();
    for (Commodity commodity : open) {
      for (Member member : commodity.members) {
        filling.add(member.shuffle(), member.bundle(), 1);
      }
    }
    filling.run();
  }

  private List<Commodity> commodities(List<ActiveShuffle> shuffles) {
    Map<PathSet, Commodity> byPaths = new LinkedHashMap<>();
    for (ActiveShuffle active : shuffles) {
      BundlesInRound shuffle = active.bundles();
      for (int bundle = 0; bundle < shuffle.size(); bundle++) {
        if (findOpenPath(shuffle.paths(bundle))) {
          byPaths.computeIfAbsent(shuffle.paths(bundle), Commodity::new).members.add(new Member(shuffle, bundle));
        }
      }
    }
    return new ArrayList<>(byPaths.values());
  }

  private boolean findOpenPath(PathSet paths) {
    return paths.hasOpenPath(network.residual()) || network.paths().addOpen(paths, network.residual());
  }

  private boolean raiseAll(List<Commodity> open) {
    problem.reset(network.residual());
    open.forEach(commodity -> problem.add(commodity.paths, commodity.members.size()));
    LpSolution solution = programs.solve(problem);
    if (solution.lambda() <= 0) {
      return false;
    }
    for (int i = 0; i < open.size(); i++) {
      Commodity commodity = open.get(i);
      for (int path = 0; path < commodity.paths.size(); path++) {
        double each = solution.rate(i, path) / commodity.members.size();
        if (each > 0) {
          for (Member member : commodity.members) {
            member.shuffle().rates().addFill(member.bundle(), path, each);
          }
        }
      }
    }
    for (int link = 0; link < network.residual().length; link++) {
      network.take(link, solution.load(link));
    }
    return true;
  }
}
