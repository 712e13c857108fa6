package dev.terra.schedule;

import java.util.Arrays;
import java.util.List;

/** The policies that can be selected by name. */
public enum PolicyName {
  /** The paper as written: head-room alpha, all bundles of a shuffle or none by increasing Gamma, then max-min flow. */
  TERRA("terra"),
  /** Terra's default: no head-room, in-order backfill, age guard, rollouts on arrival, weights and priorities. */
  TERRA_PLUS("terra-plus"),
  /** What TCP does: every flow its max-min share of the plain route. */
  DEFAULT("default"),
  /** An equal number of connections for every bundle, on the plain route. */
  PARALLEL_TCP("parallel-tcp"),
  /** Every flow split into subflows over all paths, each with its max-min share. */
  MPTCP("mptcp"),
  /** Shuffle-aware on the plain route, ordered by the sites' own bottlenecks. */
  VARYS("varys"),
  /** Shuffle-aware, one path per bundle, chosen by load. */
  SIPHON("siphon"),
  /** Terra's order and rates on the plain route alone. */
  SCHEDULING_ONLY("scheduling-only"),
  /** Max-min multi-commodity flow over all paths, without an order. */
  MULTIPATH_ONLY("multipath-only");

  private final String text;

  PolicyName(String text) {
    this.text = text;
  }

  /** The policy of this name. */
  public static PolicyName parse(String text) {
    return Arrays.stream(values()).filter(policy -> policy.text.equals(text)).findFirst().orElseThrow(
        () -> new IllegalArgumentException("unknown policy '" + text + "'; expected one of " + names()));
  }

  /** Whether the order of shuffles is that of their Gammas, so that no round goes without them. */
  public boolean goesByGamma() {
    return this == TERRA || this == TERRA_PLUS;
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(PolicyName::toString).toList();
  }

  @Override
  public String toString() {
    return text;
  }
}
