package dev.terra.lab.replay;

import java.io.IOException;
import java.util.Optional;

/** A carrier of shuffles. It is used from one thread. */
interface Carrier extends AutoCloseable {
  /**
   * The end of a shuffle.
   *
   * @param problem why not all of it arrived; empty if every byte arrived and was verified
   */
  record Ended(String shuffle, Optional<String> problem) {}

  /** Begins to move a shuffle. */
  void start(WireShuffle shuffle) throws IOException;

  /**
   * Waits for the next shuffle that ends.
   *
   * @param atMostNanos how long; below 1 means not at all
   * @return empty if none ended in that time
   * @throws IOException if shuffles cannot be moved any more
   */
  Optional<Ended> await(long atMostNanos) throws IOException, InterruptedException;

  @Override
  void close();
}
