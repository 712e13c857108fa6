package dev.terra.agent.pace;

/**
 * The paths of a bundle that are faster than the next path. It decides whether these paths alone deliver all remaining bytes before the
 * next path could deliver any. In this case, a bundle's last bytes, and all bytes of a small bundle, are better sent without the next path.
 * (This is the rule of Lim, Nahum, Towsley and Gibbens, "ECF: An MPTCP Path Scheduler to Manage Heterogeneous Paths", section 4, for paths
 * with rates.) Pure.
 */
public final class FasterPaths {
  private double bytesPerSecond;
  /** The bytes that the paths could deliver in their latencies. */
  private double headBytes;

  /** Adds a path on which bytes can be sent at once. */
  public void add(double pathBytesPerSecond, double latencySeconds) {
    bytesPerSecond += pathBytesPerSecond;
    headBytes += pathBytesPerSecond * latencySeconds;
  }

  /** Returns whether there are no such paths. */
  public boolean isNone() {
    return bytesPerSecond <= 0;
  }

  /** Returns whether the paths deliver so many bytes by the time at which the first of them would arrive on a path of this latency. */
  public boolean bringWithin(double latencySeconds, long bytes) {
    return bytesPerSecond > 0 && bytes + headBytes <= bytesPerSecond * latencySeconds;
  }
}
