package dev.terra.sim;

import java.util.Arrays;

/** Checks of a run that must hold under any policy. */
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

  /** Notes that a link has changed: the time of a coflow may depend on the larger of both capacities. */
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

  /** Checks a coflow that has ended; returns its Gamma on the largest capacities that links have had, seconds. */
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

  /** Checks, at the end of the run, that all bytes of finished coflows were sent, and no others. */
  void finish() {
    if (Math.abs(sentBytes - finishedBytes) > TOLERANCE * Math.max(1, finishedBytes)) {
      throw new AuditException(sentBytes + " bytes were sent, the trace has " + finishedBytes);
    }
  }
}
