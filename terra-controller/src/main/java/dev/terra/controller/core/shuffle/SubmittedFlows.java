package dev.terra.controller.core.shuffle;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SitePair;
import java.util.OptionalInt;

/** The flows of the submitted shuffles: one for each transfer that is not done. A shuffle that was not submitted belongs to a job. */
public interface SubmittedFlows {
  /** Returns whether a shuffle was submitted. */
  boolean knows(ShuffleId id);

  /** Returns how many transfers between two sites are not done. It is empty if the shuffle was not submitted. */
  OptionalInt flows(ShuffleId id, SitePair pair);
}
