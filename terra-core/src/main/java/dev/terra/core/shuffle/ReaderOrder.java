package dev.terra.core.shuffle;

/** How readers of a shuffle that wait at one site share what goes there. */
public enum ReaderOrder {
  /** They take turns, and are all done at the end: a reader that is far behind others would be taken for a slow one. */
  IN_TURN,
  /** The one with the lowest number goes first, so that it computes while others still read; the sum of bytes is the same. */
  IN_ORDER
}
