package dev.terra.agent.send;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.shuffle.ShuffleId;

/** The segments of this site as its handlers have reported them. */
public interface SegmentBook {
  /** The user as whom an output is requested, and the name that the output has at its handler. */
  record ServedAs(String user, String name) {
    /** The value for outputs whose user and name are not known. */
    public static final ServedAs NOBODY = new ServedAs("", "");
  }

  /**
   * The properties of a segment.
   *
   * @param problem why the segment can't be read; empty if it can
   * @param awaited true if that is likely to change within seconds; readers then request it again
   */
  record Entry(ServedAs servedAs, long partLength, long rawLength, String problem, boolean awaited) {
    /** Creates the entry of a segment that can be read. */
    public Entry(ServedAs servedAs, long partLength, long rawLength) {
      this(servedAs, partLength, rawLength, "", false);
    }

    /** Returns the entry of a segment that can't be read. */
    public static Entry unreadable(String problem) {
      return new Entry(ServedAs.NOBODY, 0, 0, problem, false);
    }

    /** Returns this entry, marked as one that a handler is likely to complete within seconds. */
    public Entry soon() {
      return new Entry(servedAs, partLength, rawLength, problem, true);
    }
  }

  /** Returns the entry of a segment. */
  Entry find(SegmentCopy key);

  /** Returns which kind of readers wait for a shuffle's segments. */
  default Readers readers(ShuffleId shuffle) {
    return Readers.IN_TURN;
  }

  /** Returns the job of a shuffle: the group of shuffles that is awaited together, or the shuffle itself. */
  default String job(ShuffleId shuffle) {
    return shuffle.value();
  }
}
