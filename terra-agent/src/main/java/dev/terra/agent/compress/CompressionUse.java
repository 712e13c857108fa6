package dev.terra.agent.compress;

/**
 * What compression has done since the agent started.
 *
 * @param plainBytes that were sent in compressed chunks
 * @param wireBytes that they were sent as
 * @param nanos for how long threads have compressed and restored chunks, waiting for a core included
 */
public record CompressionUse(long plainBytes, long wireBytes, long nanos) {
  private static final double NANOS = 1e9;

  /** The time, in seconds. */
  public double seconds() {
    return nanos / NANOS;
  }
}
