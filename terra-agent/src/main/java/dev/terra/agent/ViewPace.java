package dev.terra.agent;

/** Decides when to make a view: seldom if no view has been read for long. It is used on the agent's thread only. */
final class ViewPace {
  /** The number of calls, 2 s, after a view was read for which a view is made at each call. */
  static final int READ_TIMES = 10;
  /** After that, one view is made for this many calls, so that views that nothing reads are made once a second. */
  static final int UNREAD_TIMES = 5;

  private int unread;

  /**
   * Returns whether to make a view. It is to be called every 200 ms.
   *
   * @param wasRead whether the last view has been read since the last call
   */
  boolean takeDue(boolean wasRead) {
    unread = wasRead ? 0 : unread + 1;
    return unread < READ_TIMES || unread % UNREAD_TIMES == 0;
  }
}
