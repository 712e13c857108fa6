package dev.terra.controller.core;

import dev.terra.core.wan.Wan;
import java.util.Map;

/**
 * What a controller is made from.
 *
 * @param network what it knows of the network
 * @param leaseMillis how long agents keep their rates without hearing from the controller
 * @param session of this controller; a new one at every start
 * @param schedulers the policy
 * @param queues the terms of the shuffles of some queues
 */
public record ControllerSettings(
    NetworkSettings network, int leaseMillis, long session, SchedulerSource schedulers, Map<String, PartialTerms> queues) {
  /** Who leads, as agents check it: there is one controller, so the term is always the same. */
  static final long TERM = 1;

  /** Copies the queues. */
  public ControllerSettings {
    queues = Map.copyOf(queues);
  }

  /** All links up, with nominal capacities. */
  public Wan wan() {
    return network.wan();
  }
}
