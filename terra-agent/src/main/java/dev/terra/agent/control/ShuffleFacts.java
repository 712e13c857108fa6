package dev.terra.agent.control;

import dev.terra.api.v1.ShuffleReport;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Optional;

/** Provides the known facts about shuffles at this site, of jobs and submitted. It is used on the agent's thread only. */
public interface ShuffleFacts {
  /** Returns the volumes of a shuffle at this site; empty if it has none. */
  Optional<ShuffleReport> report(ShuffleId id);

  /** Returns the description of a shuffle; empty if it is not known. */
  Optional<ShuffleDescriptor> descriptor(ShuffleId id);
}
