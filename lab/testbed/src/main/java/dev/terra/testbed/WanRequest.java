package dev.terra.testbed;

import dev.terra.core.wan.Wan;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * The WAN of a testbed.
 *
 * @param wan with the capacities and hosts that it shall have
 * @param rerouteDelay how long after a cut or a restore the default routes follow
 * @param network what joins the sites
 * @param onos a foreign ONOS that programs the switches; empty: the testbed's own, where there are switches
 * @param classes queues of the links, which our own emulator then carries; empty: one for all
 */
public record WanRequest(Wan wan, Duration rerouteDelay, LabNetwork network, Optional<URI> onos, Optional<LinkClasses> classes) {
  /** As long as routing protocols of providers take. */
  public static final Duration DEFAULT_REROUTE_DELAY = Duration.ofSeconds(2);

  /** Checks the ranges. */
  public WanRequest {
    if (rerouteDelay.isNegative()) {
      throw new TestbedException("the re-route delay must be 0 or more, got " + rerouteDelay);
    }
  }

  /** On routers that know nothing of tunnels. */
  public static WanRequest of(Wan wan, Duration rerouteDelay) {
    return new WanRequest(wan, rerouteDelay, LabNetwork.OVERLAY, Optional.empty(), Optional.empty());
  }

  /** This request on another network. */
  public WanRequest on(LabNetwork other) {
    return new WanRequest(wan, rerouteDelay, other, onos, classes);
  }
}
