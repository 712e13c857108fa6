package dev.terra.testbed;

import dev.terra.core.wan.Wan;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * A request for the WAN of a testbed.
 *
 * @param wan with the wanted capacities and hosts
 * @param rerouteDelay the time from a cut or a restore until the default routes change
 * @param network between the sites
 * @param onos a foreign ONOS that programs the switches; empty: the testbed's own, where there are switches
 * @param classes queues of the links, which require the testbed's own emulator; empty: one queue for all traffic
 */
public record WanRequest(Wan wan, Duration rerouteDelay, LabNetwork network, Optional<URI> onos, Optional<LinkClasses> classes) {
  /** The delay of routing protocols of providers. */
  public static final Duration DEFAULT_REROUTE_DELAY = Duration.ofSeconds(2);

  /** Checks the ranges. */
  public WanRequest {
    if (rerouteDelay.isNegative()) {
      throw new TestbedException("the re-route delay must be 0 or more, got " + rerouteDelay);
    }
  }

  /** Returns a request for a WAN whose routers have no configuration for tunnels. */
  public static WanRequest of(Wan wan, Duration rerouteDelay) {
    return new WanRequest(wan, rerouteDelay, LabNetwork.OVERLAY, Optional.empty(), Optional.empty());
  }

  /** Returns this request on another network. */
  public WanRequest on(LabNetwork other) {
    return new WanRequest(wan, rerouteDelay, other, onos, classes);
  }
}
