package dev.terra.testbed;

/**
 * How large Terra is on a testbed.
 *
 * @param agentMegabytes heap of an agent
 * @param pathsPerPair tunnels for each ordered pair of sites, 1 to 64
 */
public record TerraSize(int agentMegabytes, int pathsPerPair) {
  /** For a few sites. */
  public static final TerraSize USUAL = new TerraSize(384, 10);

  /** Checks the ranges. */
  public TerraSize {
    if (agentMegabytes < 64 || pathsPerPair < 1 || pathsPerPair > 64) {
      throw new TestbedException("expected agents of at least 64 MB and 1 to 64 paths per pair, got " + agentMegabytes + " MB and "
          + pathsPerPair);
    }
  }
}
