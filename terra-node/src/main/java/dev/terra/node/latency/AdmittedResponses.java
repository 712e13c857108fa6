package dev.terra.node.latency;

import dev.terra.core.view.Waits;

/**
 * The fate of the responses that a class was offered. Immutable.
 *
 * @param admitted how many got their class
 * @param downgraded how many were sent as bulk
 * @param kept how many of the measured responses kept the promise
 * @param latencies the latencies of the measured responses
 * @param bytes the bytes of the small responses that were sent with the class
 */
public record AdmittedResponses(long admitted, long downgraded, long kept, Waits latencies, long bytes) {
  /** The value before any response. */
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
