package dev.terra.agent.pace;

/**
 * The paths of a bundle that are faster than the next one, and whether they alone would have all that is left there before it could bring
 * anything: then its last bytes, and all of a small bundle, are better off without it. (The rule of Lim, Nahum, Towsley and Gibbens, "ECF:
 * An MPTCP Path Scheduler to Manage Heterogeneous Paths", section 4, for paths with rates.) Pure.
 */
public final class FasterPaths {
  private double bytesPerSecond;
  /** What they could bring in their latencies. */
  private double headBytes;

  /** One more, on which bytes go at once. */
  public void add(double pathBytesPerSecond, double latencySeconds) {
    bytesPerSecond += pathBytesPerSecond;
    headBytes += pathBytesPerSecond * latencySeconds;
  }

  /** Whether there are none. */
  public boolean isNone() {
    return bytesPerSecond <= 0;
  }

  /** Whether they have brought so many bytes by the time at which the first of them would arrive on a path of this latency. */
  public boolean bringWithin(double latencySeconds, long bytes) {
    return bytesPerSecond > 0 && bytes + headBytes <= bytesPerSecond * latencySeconds;
  }
}
