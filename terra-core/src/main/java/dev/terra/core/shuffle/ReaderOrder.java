package dev.terra.core.shuffle;

/** The order in which readers of a shuffle that wait at one site get the bytes that arrive there. */
public enum ReaderOrder {
  /** Readers take turns, and all complete at about the same time: engines take a reader that is far behind the others for a slow one. */
  IN_TURN,
  /** The reader with the lowest number comes first, so that it computes while others still read. The sum of the bytes is the same. */
  IN_ORDER
}
