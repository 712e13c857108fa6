package dev.terra.lab.workload;

import dev.terra.workloads.Suite;
import dev.terra.workloads.data.Placement;
import java.util.List;
import java.util.Map;

/**
 * A request for a workload.
 *
 * @param queries as they were written, by name, in the order of the first stream
 * @param streams that run them
 * @param placement the site of each row
 */
record WorkloadRequest(Suite suite, double scaleFactor, Map<String, String> queries, Streams streams, Placement placement) {
  /** The most streams. More do not fit a node's memory. */
  static final int MAX_STREAMS = 4;

  WorkloadRequest {
    if (!(scaleFactor > 0) || scaleFactor > 100) {
      throw new IllegalArgumentException("--scale-factor is above 0 and at most 100, got " + scaleFactor);
    }
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("no query is to be run");
    }
  }

  /**
   * The streams that run the queries at once.
   *
   * @param count 1 to {@link #MAX_STREAMS}
   * @param seed of the order in which all streams but the first run the queries
   */
  record Streams(int count, long seed) {
    Streams {
      if (count < 1 || count > MAX_STREAMS) {
        throw new IllegalArgumentException("--streams is 1 to " + MAX_STREAMS + ", got " + count);
      }
    }
  }

  /** Returns the names of the queries. */
  List<String> names() {
    return List.copyOf(queries.keySet());
  }
}
