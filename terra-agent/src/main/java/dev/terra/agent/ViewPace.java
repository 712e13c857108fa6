package dev.terra.agent;

/** How often a view is worth making: seldom where nothing has read one for long. On the agent's thread. */
final class ViewPace {
  /** For so many times after it was read, which is 2 s, a view is made as often as ever. */
  static final int READ_TIMES = 10;
  /** Later only one of so many, so that a view that nothing reads is made once a second. */
  static final int UNREAD_TIMES = 5;

  private int unread;

  /**
   * Whether to make a view. To be called every 200 ms.
   *
   * @param wasRead whether the last one has been read since the last time
   */
  boolean takeDue(boolean wasRead) {
    unread = wasRead ? 0 : unread + 1;
    return unread < READ_TIMES || unread % UNREAD_TIMES == 0;
  }
}
