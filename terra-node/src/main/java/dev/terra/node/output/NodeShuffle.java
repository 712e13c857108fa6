package dev.terra.node.output;

import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Objects;
import java.util.Optional;

/**
 * A shuffle that outputs of this node are a part of, as their engine describes it.
 *
 * <p>Of a broadcast all readers get the one partition. For agents each site that may read it is a reducer of its own, numbered by the
 * sites' names in order, so that each site's bytes are a bundle; further readers at a site have the numbers that follow.
 *
 * @param group the shuffles that are waited for as a whole have the same; empty: it is all that its job shuffles
 * @param broadcast whether its one partition is read by many
 */
public record NodeShuffle(ShuffleId id, Optional<String> group, ReaderOrder order, boolean broadcast) {
  /** Checks presence. */
  public NodeShuffle {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(order, "order");
  }

  /** What agents are told of it. */
  public ShuffleDescriptor describe(Owner owner) {
    return new ShuffleDescriptor(id, group, order, broadcast, owner);
  }

  /** Whether it is all that its job shuffles. */
  public boolean isWholeJob() {
    return group.isEmpty();
  }

  /** The number by which agents know the reader of a partition that is at a site; of a broadcast the first one there. */
  public int reducer(int partition, int siteNumber) {
    return broadcast ? siteNumber : partition;
  }

  /** The partition that a reader gets whom agents know by a number. */
  public int partition(int reducer) {
    return broadcast ? 0 : reducer;
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
