package dev.terra.node.agent;

import dev.terra.core.slice.Slices;
import dev.terra.node.output.NodeShuffle;

/**
 * The slice of its site that a link is for.
 *
 * @param slices the slices of the site
 * @param number the number of the slice, from 0
 */
record LinkSlice(Slices slices, int number) {
  /** The distance between the port of one slice and that of the next. */
  private static final int PORT_STEP = 10;

  /** Returns the address at which an agent listens for this slice. */
  AgentAddress of(AgentAddress process) {
    return new AgentAddress(process.host(), process.port() + number * PORT_STEP);
  }

  /** Returns whether a partition is in the slice. */
  boolean has(NodeShuffle shuffle, int partition) {
    return shuffle.slice(slices, partition) == number;
  }

  /** Returns whether any partition of a shuffle may be in the slice. */
  boolean hasAny(NodeShuffle shuffle, int partitions) {
    if (slices.count() == 1) {
      return true;
    }
    for (int partition = 0; partition < Math.min(partitions, slices.count()); partition++) {
      if (has(shuffle, partition)) {
        return true;
      }
    }
    return false;
  }
}
