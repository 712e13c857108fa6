package dev.terra.agent.compress;

/**
 * What compression has done since the agent started.
 *
 * @param plainBytes the plain bytes that were sent in compressed chunks
 * @param wireBytes the bytes of these chunks on tunnels
 * @param nanos for how long threads have compressed and restored chunks, including the time in which they waited for a core
 */
public record CompressionUse(long plainBytes, long wireBytes, long nanos) {
  private static final double NANOS = 1e9;

  /** Returns the time in seconds. */
  public double seconds() {
    return nanos / NANOS;
  }
}
