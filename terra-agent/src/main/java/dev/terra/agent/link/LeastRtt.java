package dev.terra.agent.link;

/** The least of the last {@link #SAMPLES} to twice as many round trips. Pure. */
public final class LeastRtt {
  /** 80 s of probes: longer than a plan leaves a link full, short enough to follow a path that was re-routed. */
  public static final int SAMPLES = 200;

  private long before = Long.MAX_VALUE;
  private long now = Long.MAX_VALUE;
  private int count;

  /** Adds a round trip; returns the least. */
  public long add(long nanos) {
    if (count == SAMPLES) {
      before = now;
      now = Long.MAX_VALUE;
      count = 0;
    }
    count++;
    now = Math.min(now, nanos);
    return Math.min(before, now);
  }
}
