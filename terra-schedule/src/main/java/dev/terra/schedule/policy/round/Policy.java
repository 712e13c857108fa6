package dev.terra.schedule.policy.round;

import java.util.List;

/** A rule of allocation: it gives rates to shuffles whose rates have been cleared, on a network of which nothing is used yet. */
public interface Policy {
  /** Allocates a round. */
  RoundResult allocate(List<ActiveShuffle> shuffles, double nowSeconds);
}
