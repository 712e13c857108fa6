package dev.terra.schedule.policy.round;

import java.util.List;

/** One allocation rule: gives rates to shuffles whose rates were cleared, on a network of which nothing is used yet. */
public interface Policy {
  /** Allocates a round. */
  RoundResult allocate(List<ActiveShuffle> shuffles, double nowSeconds);
}
