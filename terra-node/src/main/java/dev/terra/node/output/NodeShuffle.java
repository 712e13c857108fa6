package dev.terra.node.output;

import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import java.util.Optional;

/**
 * A shuffle that outputs of this node belong to, as their engine describes it.
 *
 * @param group the group of shuffles that is awaited as a whole; empty if this shuffle is all that its job shuffles
 * @param broadcast true if its one partition has many readers
 * @param onDemand true if nothing of it is to be sent before it is requested
 */
public record NodeShuffle(ShuffleId id, Optional<String> group, ReaderOrder order, boolean broadcast, boolean onDemand) {
  /** Returns the description of the shuffle for messages to agents. */
  public ShuffleDescriptor describe(Owner owner) {
    return new ShuffleDescriptor(id, group, order, broadcast, owner);
  }

  /** Returns whether the shuffle is all that its job shuffles. */
  public boolean isWholeJob() {
    return group.isEmpty();
  }

  /**
   * Returns the slice of its site in which a partition is. The partitions of a job that shuffles once are divided among the slices. Edges
   * of a DAG, whose readers take several partitions at a time, and shuffles that are sent on demand are not divided.
   */
  public int slice(Slices slices, int partition) {
    return isWholeJob() && !onDemand ? slices.of(id, partition) : slices.of(id);
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
