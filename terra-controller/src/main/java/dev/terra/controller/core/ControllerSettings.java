package dev.terra.controller.core;

import dev.terra.controller.core.agent.AgentRules;
import dev.terra.controller.core.network.NetworkSettings;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.recurring.RecurringSettings;
import dev.terra.controller.core.round.SchedulerSource;
import dev.terra.controller.core.turn.Leadership;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.Wan;

/**
 * What a controller is made from.
 *
 * @param network what it knows of the network
 * @param agents what agents have to keep to
 * @param leadership of this controller; another one whenever it begins to lead
 * @param planning how shuffles are scheduled
 * @param queues what queues are worth
 */
public record ControllerSettings(
    NetworkSettings network, AgentRules agents, Leadership leadership, Planning planning, QueueSettings queues) {
  /**
   * How shuffles are scheduled.
   *
   * @param schedulers the policy
   * @param recurring which jobs learn from run to run
   */
  public record Planning(SchedulerSource schedulers, RecurringSettings recurring) {}

  /** A controller of which no job learns. */
  public ControllerSettings(
      NetworkSettings network, AgentRules agents, Leadership leadership, SchedulerSource schedulers, QueueSettings queues) {
    this(network, agents, leadership, new Planning(schedulers, RecurringSettings.OFF), queues);
  }

  /** The policy. */
  public SchedulerSource schedulers() {
    return planning.schedulers;
  }

  /** Which jobs learn from run to run. */
  public RecurringSettings recurring() {
    return planning.recurring;
  }

  /** The number of this controller's state. */
  public long session() {
    return leadership.session();
  }

  /** How long agents keep their rates without hearing from the controller. */
  public int leaseMillis() {
    return agents.leaseMillis();
  }

  /** Among which the agents of every site divide its work. */
  public Slices slices() {
    return agents.slices();
  }

  /** How many may attach: where several share a site, one for each slice and one for each process. */
  public int maxAgents() {
    int sites = wan().sites().size();
    return slices().count() == 1 ? sites : 2 * sites * slices().count();
  }

  /** All links up, with nominal capacities. */
  public Wan wan() {
    return network.wan();
  }
}
