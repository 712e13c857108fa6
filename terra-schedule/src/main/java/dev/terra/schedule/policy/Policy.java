package dev.terra.schedule.policy;

import java.util.List;

/** One allocation rule: gives rates to shuffles whose rates were cleared, on a network of which nothing is used yet. */
interface Policy {
  /** Allocates a round; returns the shuffles in the order in which they were served. */
  List<ShuffleState> allocate(List<ShuffleState> shuffles, double nowSeconds);
}
