package dev.terra.node.latency;

import dev.terra.core.view.Waits;

/**
 * What became of the responses that a class was offered. Immutable.
 *
 * @param admitted how many had their class
 * @param downgraded how many went as bulk
 * @param kept how many of those that were measured kept the promise
 * @param latencies of those that were measured
 * @param bytes of the small ones that have gone out with the class
 */
public record AdmittedResponses(long admitted, long downgraded, long kept, Waits latencies, long bytes) {
  /** No response yet. */
  public static final AdmittedResponses NONE = new AdmittedResponses(0, 0, 0, Waits.NONE, 0);

  private static final double NANOS = 1e9;

  AdmittedResponses offered(boolean isAdmitted) {
    return new AdmittedResponses(admitted + (isAdmitted ? 1 : 0), downgraded + (isAdmitted ? 0 : 1), kept, latencies, bytes);
  }

  AdmittedResponses measured(long latencyNanos, boolean isKept) {
    return new AdmittedResponses(admitted, downgraded, kept + (isKept ? 1 : 0), latencies.plus(latencyNanos / NANOS), bytes);
  }

  AdmittedResponses sent(long more) {
    return new AdmittedResponses(admitted, downgraded, kept, latencies, bytes + more);
  }
}
