package dev.terra.history.store;

import java.util.List;
import java.util.Optional;

/** The rows of one write. */
public record Batch(List<StoredEvent> events, List<StoredShuffle> shuffles, Costs costs, Optional<StoredRounds> rounds,
    Optional<LinkUse> links) {
  /** The costs of paths and of agents' work. */
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

  /** Creates a batch without costs. */
  public Batch(List<StoredEvent> events, List<StoredShuffle> shuffles, Optional<StoredRounds> rounds, Optional<LinkUse> links) {
    this(events, shuffles, new Costs(List.of(), List.of()), rounds, links);
  }
}
