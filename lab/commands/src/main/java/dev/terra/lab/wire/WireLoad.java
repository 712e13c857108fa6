package dev.terra.lab.wire;

import dev.terra.core.shuffle.ShuffleId;

/**
 * What a run moves: jobs, one after the other, of equally many equally long segments.
 *
 * @param jobs how many, at least 1
 * @param segments of a job, at least 1
 * @param segmentBytes of a segment, at least 1
 */
record WireLoad(int jobs, int segments, long segmentBytes) {
  /** The first half is for the JVM to warm up: on one core its compiler takes ten seconds of its own. */
  private static final int WARM_PART = 2;

  long jobBytes() {
    return segments * segmentBytes;
  }

  long totalBytes() {
    return jobs * jobBytes();
  }

  long warmBytes() {
    return totalBytes() / WARM_PART;
  }

  static ShuffleId shuffle(int number) {
    return new ShuffleId("bench-" + number);
  }
}
