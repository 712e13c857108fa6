package dev.terra.reproduce.hare;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.random.RandomGenerator;

/** Draws of ranks from 0 on, by Zipf's law, without a table (rejection and inversion, Hörmann and Derflinger, 1996). */
final class ZipfRanks {
  private final int ranks;
  private final double theta;
  private final double areaOfFirst;
  private final double areaOfAll;
  private final double accepted;

  /**
   * Makes ranks whose probabilities are proportional to {@code 1 / (rank + 1)^theta}.
   *
   * @param ranks the number of ranks, at least 1
   * @param theta at least 0, and not 1
   */
  ZipfRanks(int ranks, double theta) {
    checkArgument(ranks > 0, "ranks: expected at least 1, got %s", ranks);
    checkArgument(theta >= 0 && theta != 1, "theta: expected at least 0 and not 1, got %s", theta);
    this.ranks = ranks;
    this.theta = theta;
    this.areaOfFirst = area(1.5) - 1;
    this.areaOfAll = area(ranks + .5);
    this.accepted = 2 - inverse(area(2.5) - height(2));
  }

  int draw(RandomGenerator random) {
    while (true) {
      double under = areaOfAll + random.nextDouble() * (areaOfFirst - areaOfAll);
      double x = inverse(under);
      int rank = (int) Math.max(1, Math.min(ranks, Math.rint(x)));
      if (rank - x <= accepted || under >= area(rank + .5) - height(rank)) {
        return rank - 1;
      }
    }
  }

  /** Returns the probability of each rank. */
  double[] probabilities() {
    double[] all = new double[ranks];
    double sum = 0;
    for (int i = 0; i < ranks; i++) {
      all[i] = height(i + 1);
      sum += all[i];
    }
    for (int i = 0; i < ranks; i++) {
      all[i] /= sum;
    }
    return all;
  }

  private double height(double x) {
    return Math.pow(x, -theta);
  }

  private double area(double x) {
    return (Math.pow(x, 1 - theta) - 1) / (1 - theta);
  }

  private double inverse(double area) {
    return Math.pow(1 + area * (1 - theta), 1 / (1 - theta));
  }
}
