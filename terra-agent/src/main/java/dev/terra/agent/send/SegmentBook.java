package dev.terra.agent.send;

import dev.terra.agent.wire.SegmentKey;

/** What this site's handlers have told about their segments. */
public interface SegmentBook {
  /**
   * A segment as it is known here.
   *
   * @param problem why it can't be read; empty if it can
   */
  record Entry(String user, long partLength, long rawLength, String problem) {
    /** One that can't be read. */
    public static Entry unreadable(String problem) {
      return new Entry("", 0, 0, problem);
    }
  }

  /** What is known of a segment. */
  Entry find(SegmentKey key);

  /** Whether readers of a job's segments must not be kept waiting: they then get a floor, whatever the schedule says. */
  default boolean hasFloor(String job) {
    return true;
  }
}
