package dev.terra.agent.send;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.shuffle.ShuffleId;

/** What this site's handlers have told about their segments. */
public interface SegmentBook {
  /** How an output is asked for: as which user, and by which name its handler knows it. */
  record ServedAs(String user, String name) {
    /** Where that is not known. */
    public static final ServedAs NOBODY = new ServedAs("", "");
  }

  /**
   * A segment as it is known here.
   *
   * @param problem why it can't be read; empty if it can
   * @param awaited whether that is likely to change within seconds: readers ask again
   */
  record Entry(ServedAs servedAs, long partLength, long rawLength, String problem, boolean awaited) {
    /** One that can be read. */
    public Entry(ServedAs servedAs, long partLength, long rawLength) {
      this(servedAs, partLength, rawLength, "", false);
    }

    /** One that can't be read. */
    public static Entry unreadable(String problem) {
      return new Entry(ServedAs.NOBODY, 0, 0, problem, false);
    }

    /** This entry, which a handler is likely to complete within seconds. */
    public Entry soon() {
      return new Entry(servedAs, partLength, rawLength, problem, true);
    }
  }

  /** What is known of a segment. */
  Entry find(SegmentCopy key);

  /** Who waits for a shuffle's segments. */
  default Readers readers(ShuffleId shuffle) {
    return Readers.IN_TURN;
  }

  /** The job of a shuffle: what it is waited for with, or itself. */
  default String job(ShuffleId shuffle) {
    return shuffle.value();
  }
}
