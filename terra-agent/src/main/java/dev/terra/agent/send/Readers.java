package dev.terra.agent.send;

/**
 * The kind of readers that wait for the segments of a shuffle, which decides how the readers at one site share the bytes that are sent
 * there.
 */
public enum Readers {
  /** There is no reader: files are moved. */
  NONE,
  /** Readers take turns and all finish at about the same time. A reader that is far behind others would be taken for a slow one. */
  IN_TURN,
  /** The reader with the lowest number goes first, so that it computes while others still read. The sum of the bytes is the same. */
  IN_ORDER
}
