package dev.terra.node.agent;

import dev.terra.core.slice.Slices;
import dev.terra.node.output.NodeShuffle;

/**
 * The slice of its site that a link is for.
 *
 * @param slices how many there are
 * @param number from 0
 */
record LinkSlice(Slices slices, int number) {
  /** Each slice has a port of its own, so much above that of the one before. */
  private static final int PORT_STEP = 10;

  /** Where an agent that carries it listens. */
  AgentAddress of(AgentAddress process) {
    return new AgentAddress(process.host(), process.port() + number * PORT_STEP);
  }

  /** Whether a partition is in it. */
  boolean has(NodeShuffle shuffle, int partition) {
    return shuffle.slice(slices, partition) == number;
  }

  /** Whether any of a shuffle may be in it. */
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
