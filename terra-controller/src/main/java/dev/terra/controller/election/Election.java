package dev.terra.controller.election;

import dev.terra.controller.action.ActionStore;

/** Elects the one of several controllers that leads. It is used by one thread, but may be closed by another. */
public interface Election extends AutoCloseable {
  /**
   * Waits until this controller leads.
   *
   * @throws InterruptedException if the thread is interrupted, or the election has been closed
   */
  Won awaitWon() throws InterruptedException;

  /** Leaves the election. Another controller can lead at once. */
  @Override
  void close();

  /** The time for which this controller leads. */
  interface Won {
    /** Returns the number of the term. Later leaders have higher numbers. */
    long term();

    /** Returns the store that holds operators' actions for the next leader. */
    ActionStore actions();

    /**
     * Waits until this controller stops being the leader.
     *
     * @return the reason for which it stops
     */
    String awaitOver() throws InterruptedException;
  }
}
