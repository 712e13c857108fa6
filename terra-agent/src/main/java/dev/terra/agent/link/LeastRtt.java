package dev.terra.agent.link;

/** The least of the recent round trips: between the last {@link #SAMPLES} and twice as many. Pure. */
public final class LeastRtt {
  /**
   * The number of samples after which old ones begin to be dropped: 80 s of probes. This is longer than a plan leaves a link full, and
   * short enough to follow a path that was re-routed.
   */
  public static final int SAMPLES = 200;

  private long before = Long.MAX_VALUE;
  private long now = Long.MAX_VALUE;
  private int count;

  /** Adds a round trip, and returns the least. */
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
