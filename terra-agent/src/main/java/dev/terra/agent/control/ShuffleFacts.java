package dev.terra.agent.control;

import dev.terra.api.v1.ShuffleReport;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Optional;

/** Answers what this site knows of shuffles, those of jobs and the submitted ones. On the agent's thread. */
public interface ShuffleFacts {
  /** The volumes of a shuffle here, if it has any. */
  Optional<ShuffleReport> report(ShuffleId id);

  /** The rest of what is known of a shuffle. */
  Optional<ShuffleDescriptor> descriptor(ShuffleId id);
}
