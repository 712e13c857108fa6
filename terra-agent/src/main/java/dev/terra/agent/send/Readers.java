package dev.terra.agent.send;

/** Who waits for the segments of a shuffle, and how those that wait at one site share what goes there. */
public enum Readers {
  /** No reader: files that are moved. */
  NONE,
  /** They take turns, and are all done at the end: a reader that is far behind others would be taken for a slow one. */
  IN_TURN,
  /** The one with the lowest number goes first, so that it computes while others still read; the sum of bytes is the same. */
  IN_ORDER
}
