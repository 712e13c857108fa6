package dev.terra.testbed;

/**
 * The set-up of Terra on a testbed.
 *
 * @param agentMegabytes heap of an agent
 * @param pathsPerPair tunnels for each ordered pair of sites, 1 to 64
 * @param policy by which the controller schedules, {@code terra-plus} or {@code terra}
 * @param measureLinks whether plans use the measured capacities of links instead of those of the topology file
 * @param lines additional lines of configuration files
 */
public record TerraSetup(int agentMegabytes, int pathsPerPair, String policy, boolean measureLinks, Lines lines) {
  private static final String USUAL_POLICY = "terra-plus";
  /** The set-up for a few sites. */
  public static final TerraSetup USUAL = new TerraSetup(384, 10);

  /**
   * Lines of configuration files; empty for nothing.
   *
   * @param agent of {@code agent.yaml}
   * @param controller of {@code controller.yaml}
   */
  public record Lines(String agent, String controller) {
    static final Lines NONE = new Lines("", "");
  }

  /** Checks the ranges. */
  public TerraSetup {
    if (agentMegabytes < 64 || pathsPerPair < 1 || pathsPerPair > 64) {
      throw new TestbedException("expected agents of at least 64 MB and 1 to 64 paths per pair, got " + agentMegabytes + " MB and "
          + pathsPerPair);
    }
  }

  /** Makes a set-up with the usual policy, and with the capacities of the topology file. */
  public TerraSetup(int agentMegabytes, int pathsPerPair) {
    this(agentMegabytes, pathsPerPair, USUAL_POLICY, false, Lines.NONE);
  }

  /** Returns this set-up with another policy. */
  public TerraSetup withPolicy(String other) {
    return new TerraSetup(agentMegabytes, pathsPerPair, other, measureLinks, lines);
  }

  /** Returns this set-up with measured capacities, or with those of the topology file. */
  public TerraSetup withMeasureLinks(boolean measured) {
    return new TerraSetup(agentMegabytes, pathsPerPair, policy, measured, lines);
  }

  /** Returns this set-up with additional lines in the configuration of agents. */
  public TerraSetup withAgentLines(String more) {
    return new TerraSetup(agentMegabytes, pathsPerPair, policy, measureLinks, new Lines(more, lines.controller));
  }

  /** Returns this set-up with additional lines in the configuration of the controller. */
  public TerraSetup withControllerLines(String more) {
    return new TerraSetup(agentMegabytes, pathsPerPair, policy, measureLinks, new Lines(lines.agent, more));
  }
}
