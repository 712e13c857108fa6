package dev.terra.agent.send;

/** A chunk that was sent on a tunnel and not acknowledged yet. Compared by identity. */
final class InFlight {
  private final OutSegment segment;
  private final long start;
  private final long end;
  private final TunnelWindow window;
  private final boolean ahead;
  private final long sentNanos;

  InFlight(OutSegment segment, long start, long end, TunnelWindow window, boolean ahead, long sentNanos) {
    this.segment = segment;
    this.start = start;
    this.end = end;
    this.window = window;
    this.ahead = ahead;
    this.sentNanos = sentNanos;
  }

  OutSegment segment() {
    return segment;
  }

  long start() {
    return start;
  }

  long end() {
    return end;
  }

  long length() {
    return end - start;
  }

  TunnelWindow window() {
    return window;
  }

  /** Whether it was sent on credit, before anyone asked for it. */
  boolean ahead() {
    return ahead;
  }

  long sentNanos() {
    return sentNanos;
  }
}
