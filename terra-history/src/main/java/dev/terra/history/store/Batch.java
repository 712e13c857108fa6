package dev.terra.history.store;

import java.util.List;
import java.util.Optional;

/** What is written at once. */
public record Batch(List<StoredEvent> events, List<StoredShuffle> shuffles, List<StoredCost> costs, Optional<StoredRounds> rounds,
    Optional<LinkUse> links) {
  /** Copies the lists. */
  public Batch {
    events = List.copyOf(events);
    shuffles = List.copyOf(shuffles);
    costs = List.copyOf(costs);
  }

  /** Nothing that cost anything. */
  public Batch(List<StoredEvent> events, List<StoredShuffle> shuffles, Optional<StoredRounds> rounds, Optional<LinkUse> links) {
    this(events, shuffles, List.of(), rounds, links);
  }
}
