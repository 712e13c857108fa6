package dev.terra.history.store;

import java.util.List;
import java.util.Optional;

/** What is written at once. */
public record Batch(List<StoredEvent> events, List<StoredShuffle> shuffles, Costs costs, Optional<StoredRounds> rounds,
    Optional<LinkUse> links) {
  /** What paths and agents' work cost. */
  public record Costs(List<StoredCost> paths, List<StoredWork> work) {
    /** Copies the lists. */
    public Costs {
      paths = List.copyOf(paths);
      work = List.copyOf(work);
    }
  }

  /** Copies the lists. */
  public Batch {
    events = List.copyOf(events);
    shuffles = List.copyOf(shuffles);
  }

  /** Nothing that cost anything. */
  public Batch(List<StoredEvent> events, List<StoredShuffle> shuffles, Optional<StoredRounds> rounds, Optional<LinkUse> links) {
    this(events, shuffles, new Costs(List.of(), List.of()), rounds, links);
  }
}
