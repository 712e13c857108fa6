package dev.terra.core.balance;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The rule of Prequal (Wydrowski et al., NSDI 2024): a few members are drawn, and those whose queues are above a quantile of all queues are
 * hot. The cold member with the least load gets the piece; if all are hot, the member with the shortest queue gets it.
 *
 * @param probes the number of members that are drawn, at least 1
 * @param hotQuantile the quantile of all queues above which a member is hot, 0 to 1
 */
public record PrequalPolicy(int probes, double hotQuantile) implements BalancePolicy {
  /** The settings of the authors of Prequal: three probes for a request, and 5 of 6 replicas are cold (section 5 of the paper). */
  public static final PrequalPolicy USUAL = new PrequalPolicy(3, .84);

  /** Checks the ranges. */
  public PrequalPolicy {
    checkArgument(probes >= 1, "probes: expected at least 1, got %s", probes);
    checkArgument(hotQuantile >= 0 && hotQuantile <= 1, "quantile: expected 0 to 1, got %s", hotQuantile);
  }

  @Override
  public int target(GroupLoads loads, long draw) {
    double hot = loads.queues().stream().sorted().skip((long) (hotQuantile * (loads.members() - 1))).findFirst().orElseThrow();
    int best = BalancePolicy.pick(draw, 0, loads.members());
    for (int i = 1; i < probes; i++) {
      int other = BalancePolicy.pick(draw, i, loads.members());
      best = isBetter(loads, hot, other, best) ? other : best;
    }
    return best;
  }

  private static boolean isBetter(GroupLoads loads, double hot, int one, int other) {
    boolean oneIsHot = loads.queues().get(one) > hot;
    boolean otherIsHot = loads.queues().get(other) > hot;
    if (oneIsHot != otherIsHot) {
      return otherIsHot;
    }
    return oneIsHot ? loads.queues().get(one) < loads.queues().get(other) : loads.load(one) < loads.load(other);
  }
}
