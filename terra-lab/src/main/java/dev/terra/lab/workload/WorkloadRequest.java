package dev.terra.lab.workload;

import dev.terra.workloads.Suite;
import dev.terra.workloads.data.Placement;
import java.util.List;

/**
 * What is to be run.
 *
 * @param queries by their names, in the order of the first stream
 * @param streams how many run them at once, 1 to {@link #MAX_STREAMS}
 * @param seed of the order in which the other streams run them
 */
record WorkloadRequest(Suite suite, double scaleFactor, List<String> queries, int streams, Placement placement, long seed) {
  /** More do not fit a node's memory. */
  static final int MAX_STREAMS = 4;

  WorkloadRequest {
    if (!(scaleFactor > 0) || scaleFactor > 100) {
      throw new IllegalArgumentException("--scale-factor is above 0 and at most 100, got " + scaleFactor);
    }
    if (streams < 1 || streams > MAX_STREAMS) {
      throw new IllegalArgumentException("--streams is 1 to " + MAX_STREAMS + ", got " + streams);
    }
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("no query is to be run");
    }
  }
}
