package dev.terra.testbed;

/**
 * What testbed to bring up.
 *
 * @param wan its WAN
 * @param prefix what the names of its namespaces begin with
 * @param yarn what runs on it
 * @param terra how Terra runs, where it does from the start
 * @param installation where the programs are
 */
public record UpRequest(WanRequest wan, String prefix, YarnRequest yarn, TerraRequest terra, Installation installation) {
  /** What the names of namespaces begin with, unless {@code TERRA_PREFIX} says otherwise. */
  public static final String DEFAULT_PREFIX = "terra-";

  /**
   * How Terra runs.
   *
   * @param size how large it is
   * @param tls whether controller and agents use TLS, with certificates of their own
   * @param controllers how many controllers there are; several have a ZooKeeper
   * @param agentsPerSite how many agents share each site
   */
  public record TerraRequest(TerraSetup size, boolean tls, int controllers, int agentsPerSite) {
    /** Of the usual size, without TLS. */
    public static final TerraRequest USUAL = new TerraRequest(TerraSetup.USUAL, false, 1, 1);

    /** This request with a number of controllers, and of agents that share each site. */
    public TerraRequest with(int controllerCount, int agentCount) {
      return new TerraRequest(size, tls, controllerCount, agentCount);
    }
  }

  /** With Terra of the usual size, without TLS. */
  public UpRequest(WanRequest wan, String prefix, YarnRequest yarn, Installation installation) {
    this(wan, prefix, yarn, TerraRequest.USUAL, installation);
  }

  /** The prefix from the environment or the default. */
  public static String defaultPrefix() {
    return System.getenv().getOrDefault("TERRA_PREFIX", DEFAULT_PREFIX);
  }
}
