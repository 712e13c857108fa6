package dev.terra.lab.wire;

import dev.terra.core.shuffle.ShuffleId;

/**
 * The load of a run: jobs, one after the other, with equally many segments of equal length.
 *
 * @param jobs the number of jobs, at least 1
 * @param segments of a job, at least 1
 * @param segmentBytes of a segment, at least 1
 */
record WireLoad(int jobs, int segments, long segmentBytes) {
  /**
   * The divisor of the load for the warm-up. The first half is for the JVM: on one core its compiler takes ten seconds
   * of its own.
   */
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
