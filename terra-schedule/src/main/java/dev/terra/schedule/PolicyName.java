package dev.terra.schedule;

import java.util.Arrays;
import java.util.List;

/** The policies that can be selected by name. */
public enum PolicyName {
  /** The paper as written: head-room alpha, all bundles of a shuffle or none in the order of increasing Gamma, then max-min flow. */
  TERRA("terra"),
  /** Terra's default: no head-room, in-order backfill, age guard, rollouts on arrival, weights and priorities. */
  TERRA_PLUS("terra-plus"),
  /** What TCP does: every flow gets its max-min share of the plain route. */
  DEFAULT("default"),
  /** Every bundle has the same number of connections, all on the plain route. */
  PARALLEL_TCP("parallel-tcp"),
  /** Every flow is split into subflows over all paths, and each subflow gets its max-min share. */
  MPTCP("mptcp"),
  /** Aware of shuffles, which it orders by the bottlenecks of the sites' own connections; on the plain route. */
  VARYS("varys"),
  /** Aware of shuffles; each bundle takes one path, which is chosen by load. */
  SIPHON("siphon"),
  /** Terra's order and rates, with the plain route as the only path. */
  SCHEDULING_ONLY("scheduling-only"),
  /** Max-min multi-commodity flow over all paths, without an order of shuffles. */
  MULTIPATH_ONLY("multipath-only");

  private final String text;

  PolicyName(String text) {
    this.text = text;
  }

  /** Returns the policy with this name. */
  public static PolicyName parse(String text) {
    return Arrays.stream(values()).filter(policy -> policy.text.equals(text)).findFirst().orElseThrow(
        () -> new IllegalArgumentException("unknown policy '" + text + "'; expected one of " + names()));
  }

  /** Returns whether the policy orders shuffles by their Gammas, which each of its rounds then computes. */
  public boolean goesByGamma() {
    return this == TERRA || this == TERRA_PLUS;
  }

  /** Returns the names of all policies. */
  public static List<String> names() {
    return Arrays.stream(values()).map(PolicyName::toString).toList();
  }

  @Override
  public String toString() {
    return text;
  }
}
