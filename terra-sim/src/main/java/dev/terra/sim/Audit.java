package dev.terra.sim;

import java.util.Arrays;

/** Checks of a run that hold whatever the policy does. */
final class Audit {
  private static final double TOLERANCE = 1e-6;

  private final Gammas gammas;
  private final Links links;
  private final double[] largest;
  private boolean changed;
  private double sentBytes;
  private double finishedBytes;

  Audit(Gammas gammas, Links links) {
    this.gammas = gammas;
    this.links = links;
    this.largest = links.capacities();
  }

  /** A link has changed: coflows may have had the larger of both capacities. */
  void linksChanged() {
    changed = true;
    double[] now = links.capacities();
    Arrays.setAll(largest, link -> Math.max(largest[link], now[link]));
  }

  void sent(double bytes) {
    if (bytes < 0) {
      throw new AuditException("bytes were taken back: " + bytes);
    }
    sentBytes += bytes;
  }

  /** A coflow has ended; gives its Gamma on the largest capacities that links have had. */
  double ended(Coflow coflow, SimTime now) {
    finishedBytes += coflow.totalBytes();
    double gamma = gammas.seconds(coflow, largest);
    double took = now.minus(coflow.start());
    if (took < gamma * (1 - TOLERANCE) - TOLERANCE) {
      throw new AuditException("coflow " + coflow.id() + " took " + took + " s, less than its minimum of " + gamma + " s"
          + (changed ? " on the largest capacities so far" : ""));
    }
    return gamma;
  }

  /** The run has ended: all that was finished must have been sent, and nothing else. */
  void finish() {
    if (Math.abs(sentBytes - finishedBytes) > TOLERANCE * Math.max(1, finishedBytes)) {
      throw new AuditException(sentBytes + " bytes were sent, the trace has " + finishedBytes);
    }
  }
}
