package dev.terra.core.latency;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The share of a class's requests from one site to another that is admitted. Requests that are not admitted are sent as
 * {@link LatencyClass#BULK}. The share rises by a constant once a window while the target is met, and falls by the size of each request
 * that misses it, so that a source that offers more falls further (Algorithm 1 of Aequitas, SIGCOMM 2022). An instance is a state; it does
 * not change.
 *
 * @param share the probability that a request is admitted, above 0 and at most 1
 * @param raisedNanos the time when the share was last raised, on the caller's clock
 */
public record ClassAdmission(double share, long raisedNanos) {
  /** Checks the range. */
  public ClassAdmission {
    checkArgument(share > 0 && share <= 1, "share: expected above 0 to 1, got %s", share);
  }

  /** Returns the state before any latency has been measured: all requests are admitted. */
  public static ClassAdmission all(long nowNanos) {
    return new ClassAdmission(1, nowNanos);
  }

  /**
   * Returns whether a request is admitted.
   *
   * @param draw a number that is uniform in [0, 1)
   */
  public boolean admits(double draw) {
    return draw < share;
  }

  /**
   * Returns the state after an admitted request has ended.
   *
   * @param latencyNanos the network latency of the request
   * @param units the size of the request, at least 1
   */
  public ClassAdmission after(AdmissionRule rule, long latencyNanos, long units, long nowNanos) {
    checkArgument(units > 0, "units: expected at least 1, got %s", units);
    if (!rule.isKept(latencyNanos, units)) {
      return new ClassAdmission(Math.max(share - rule.decrease() * units, rule.floor()), raisedNanos);
    }
    return nowNanos - raisedNanos > rule.windowNanos() ? new ClassAdmission(Math.min(share + rule.increase(), 1), nowNanos) : this;
  }
}
