package dev.terra.lab.testbed;

import picocli.CommandLine.Option;

/** The option that sets how many agents share each site of a testbed. */
public final class AgentsOption {
  @Option(names = "--agents-per-site", paramLabel = "N", defaultValue = "1",
      description = "Agents that share each site, 1 to 4 (default: ${DEFAULT-VALUE}).")
  private int perSite;

  /** Returns the chosen number. */
  public int perSite() {
    return perSite;
  }
}
