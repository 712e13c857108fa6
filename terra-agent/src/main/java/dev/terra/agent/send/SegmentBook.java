package dev.terra.agent.send;

import dev.terra.agent.wire.SegmentKey;

/** What this site's handlers have told about their segments. */
public interface SegmentBook {
  /**
   * A segment as it is known here.
   *
   * @param problem why it can't be read; empty if it can
   * @param awaited whether that is likely to change within seconds: readers ask again
   */
  record Entry(String user, long partLength, long rawLength, String problem, boolean awaited) {
    /** One that can be read. */
    public Entry(String user, long partLength, long rawLength) {
      this(user, partLength, rawLength, "", false);
    }

    /** One that can't be read. */
    public static Entry unreadable(String problem) {
      return new Entry("", 0, 0, problem, false);
    }

    /** The same, of which somebody is about to tell. */
    public Entry soon() {
      return new Entry(user, partLength, rawLength, problem, true);
    }
  }

  /** What is known of a segment. */
  Entry find(SegmentKey key);

  /** Who waits for a job's segments. */
  default Readers readers(String job) {
    return Readers.IN_TURN;
  }
}
