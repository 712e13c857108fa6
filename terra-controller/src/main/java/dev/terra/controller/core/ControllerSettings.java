package dev.terra.controller.core;

import dev.terra.core.wan.Wan;
import java.util.Map;

/**
 * What a controller is made from.
 *
 * @param network what it knows of the network
 * @param leaseMillis how long agents keep their rates without hearing from the controller
 * @param leadership of this controller; another one whenever it begins to lead
 * @param schedulers the policy
 * @param queues the terms of the shuffles of some queues
 */
public record ControllerSettings(
    NetworkSettings network, int leaseMillis, Leadership leadership, SchedulerSource schedulers, Map<String, PartialTerms> queues) {
  /** Copies the queues. */
  public ControllerSettings {
    queues = Map.copyOf(queues);
  }

  /** The number of this controller's state. */
  public long session() {
    return leadership.session();
  }

  /** All links up, with nominal capacities. */
  public Wan wan() {
    return network.wan();
  }
}
