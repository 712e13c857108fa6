package dev.terra.controller.election;

import dev.terra.controller.action.ActionStore;

/** Who of several controllers leads. Used by one thread; may be closed by another one. */
public interface Election extends AutoCloseable {
  /**
   * Waits until this controller leads.
   *
   * @throws InterruptedException if the thread is interrupted, or the election was closed
   */
  Won awaitWon() throws InterruptedException;

  /** Takes part no more; another controller can lead at once. */
  @Override
  void close();

  /** The time for which this controller leads. */
  interface Won {
    /** The term: later leaders have higher ones. */
    long term();

    /** Where operators' actions are kept, for whichever controller leads next. */
    ActionStore actions();

    /**
     * Waits until this controller does not lead any more.
     *
     * @return why it does not
     */
    String awaitOver() throws InterruptedException;
  }
}
