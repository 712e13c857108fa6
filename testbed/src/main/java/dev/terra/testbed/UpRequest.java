package dev.terra.testbed;

import dev.terra.core.wan.Wan;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * What testbed to bring up.
 *
 * @param wan its WAN, with the capacities and hosts that it shall have
 * @param prefix what the names of its namespaces begin with
 * @param rerouteDelay how long after a cut or a restore the default routes follow
 * @param yarn whether HDFS and YARN shall run on it
 * @param shuffle the NodeManagers' shuffle handler
 * @param nodeMegabytes memory that each NodeManager offers to containers
 * @param installation where the programs are
 * @param terra how large Terra is, where it runs from the start
 * @param tls whether Terra's controller and agents use TLS, with certificates of their own
 * @param network what joins the sites
 * @param onos an ONOS of somebody else's that programs the switches; empty: the testbed's own, where there are switches
 */
public record UpRequest(
    Wan wan,
    String prefix,
    Duration rerouteDelay,
    boolean yarn,
    ShuffleMode shuffle,
    int nodeMegabytes,
    Installation installation,
    TerraSize terra,
    boolean tls,
    LabNetwork network,
    Optional<URI> onos) {
  /** What the names of namespaces begin with, unless {@code TERRA_PREFIX} says otherwise. */
  public static final String DEFAULT_PREFIX = "terra-";
  /** As long as routing protocols of providers take. */
  public static final Duration DEFAULT_REROUTE_DELAY = Duration.ofSeconds(2);
  /** Two jobs at once with four maps and two reducers each, and both application masters. */
  public static final int DEFAULT_NODE_MEGABYTES = 6144;

  /** With Terra of the usual size, without TLS, on routers that know nothing of tunnels. */
  public UpRequest(Wan wan, String prefix, Duration rerouteDelay, boolean yarn, ShuffleMode shuffle, int nodeMegabytes,
      Installation installation) {
    this(wan, prefix, rerouteDelay, yarn, shuffle, nodeMegabytes, installation, TerraSize.USUAL, false, LabNetwork.OVERLAY,
        Optional.empty());
  }

  /** The same on another network. */
  public UpRequest withNetwork(LabNetwork other) {
    return new UpRequest(wan, prefix, rerouteDelay, yarn, shuffle, nodeMegabytes, installation, terra, tls, other, onos);
  }

  /** Checks the ranges. */
  public UpRequest {
    if (rerouteDelay.isNegative()) {
      throw new TestbedException("the re-route delay must be 0 or more, got " + rerouteDelay);
    }
  }

  /** The prefix from the environment or the default. */
  public static String defaultPrefix() {
    return System.getenv().getOrDefault("TERRA_PREFIX", DEFAULT_PREFIX);
  }
}
