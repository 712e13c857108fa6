package dev.terra.node.output;

import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import java.util.Optional;

/**
 * A shuffle that outputs of this node are a part of, as their engine describes it.
 *
 * @param group the shuffles that are waited for as a whole have the same; empty: it is all that its job shuffles
 * @param broadcast whether its one partition is read by many
 * @param onDemand whether nothing of it is to be sent before it is asked for
 */
public record NodeShuffle(ShuffleId id, Optional<String> group, ReaderOrder order, boolean broadcast, boolean onDemand) {
  /** What messages to agents say of it. */
  public ShuffleDescriptor describe(Owner owner) {
    return new ShuffleDescriptor(id, group, order, broadcast, owner);
  }

  /** Whether it is all that its job shuffles. */
  public boolean isWholeJob() {
    return group.isEmpty();
  }

  /**
   * The slice of its site in which a partition is. Of a job that shuffles once partitions are divided; edges of a DAG, of which readers
   * take several partitions at a time, and what is sent on demand stay whole.
   */
  public int slice(Slices slices, int partition) {
    return isWholeJob() && !onDemand ? slices.of(id, partition) : slices.of(id);
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
