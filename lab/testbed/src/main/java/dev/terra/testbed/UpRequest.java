package dev.terra.testbed;

/**
 * A request for a testbed.
 *
 * @param wan its WAN
 * @param prefix of the names of its namespaces
 * @param yarn the programs on it
 * @param terra how Terra runs, if it runs from the start
 * @param installation where the programs are
 */
public record UpRequest(WanRequest wan, String prefix, YarnRequest yarn, TerraRequest terra, Installation installation) {
  /** The prefix of the names of namespaces, unless {@code TERRA_PREFIX} sets another. */
  public static final String DEFAULT_PREFIX = "terra-";

  /**
   * How Terra runs.
   *
   * @param size of its processes
   * @param tls whether controller and agents use TLS, with certificates of their own
   * @param controllers the number of controllers; several have a ZooKeeper
   * @param agentsPerSite how many agents share each site
   */
  public record TerraRequest(TerraSetup size, boolean tls, int controllers, int agentsPerSite) {
    /** Terra of the usual size, without TLS. */
    public static final TerraRequest USUAL = new TerraRequest(TerraSetup.USUAL, false, 1, 1);

    /** Returns this request with a number of controllers, and of agents that share each site. */
    public TerraRequest with(int controllerCount, int agentCount) {
      return new TerraRequest(size, tls, controllerCount, agentCount);
    }
  }

  /** Makes a request with Terra of the usual size, without TLS. */
  public UpRequest(WanRequest wan, String prefix, YarnRequest yarn, Installation installation) {
    this(wan, prefix, yarn, TerraRequest.USUAL, installation);
  }

  /** Returns the prefix from the environment or the default. */
  public static String defaultPrefix() {
    return System.getenv().getOrDefault("TERRA_PREFIX", DEFAULT_PREFIX);
  }
}
