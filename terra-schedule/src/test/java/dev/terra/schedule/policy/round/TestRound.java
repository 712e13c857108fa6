package dev.terra.schedule.policy.round;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.Arrays;
import java.util.List;

/** The parts of a round on one WAN, put together for tests of single parts. */
public final class TestRound {
  private final Wan wan;
  private final PathSets paths;
  private final ResidualNetwork network;
  private final LinearPrograms programs;
  private final GammaSolver gammas;

  /** Begins a round on a WAN of which nothing is used. */
  public TestRound(Wan wan) {
    this.wan = wan;
    paths = new PathSets(wan, PathRules.defaults());
    network = new ResidualNetwork(paths);
    programs = new LinearPrograms(paths, new PathSimplex());
    gammas = new GammaSolver(network, programs, true);
    network.update(wan);
    network.open(1);
  }

  /** Returns a shuffle whose Gamma is known and whose rates are 0. */
  public ActiveShuffle active(ShuffleDemand demand) {
    ActiveShuffle shuffle = new ActiveShuffle(demand);
    update(shuffle, demand);
    return shuffle;
  }

  /** Returns several shuffles whose Gammas are known and whose rates are 0. */
  public List<ActiveShuffle> active(List<ShuffleDemand> demands) {
    return demands.stream().map(this::active).toList();
  }

  /** Updates a shuffle to what is left of it in the next round. */
  public void update(ActiveShuffle shuffle, ShuffleDemand demand) {
    shuffle.update(demand, network);
    shuffle.bundles().rates().clear();
    gammas.compute(shuffle);
  }

  public ResidualNetwork network() {
    return network;
  }

  public LinearPrograms programs() {
    return programs;
  }

  public PathSets paths() {
    return paths;
  }

  /** Returns the capacity that is left on a link, bytes/s. */
  public double left(String from, String to) {
    return network.residual()[wan.indexOf(LinkId.of(from, to))];
  }

  /** Returns the sum of the rates of all bundles of a shuffle. */
  public static double rate(ActiveShuffle shuffle) {
    double sum = 0;
    for (int bundle = 0; bundle < shuffle.bundles().size(); bundle++) {
      sum += shuffle.bundles().rates().total(bundle);
    }
    return sum;
  }

  /** Returns the largest of some numbers, or 0 if there are none. */
  public static double largest(double[] values) {
    return Arrays.stream(values).max().orElse(0);
  }
}
