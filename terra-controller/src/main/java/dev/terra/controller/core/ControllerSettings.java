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
 * The settings of a controller.
 *
 * @param network the network with which it starts
 * @param agents the rules for agents
 * @param leadership of this controller; a new one whenever it begins to lead
 * @param planning how shuffles are scheduled
 * @param queues the settings of queues
 */
public record ControllerSettings(
    NetworkSettings network, AgentRules agents, Leadership leadership, Planning planning, QueueSettings queues) {
  /**
   * How shuffles are scheduled.
   *
   * @param schedulers creates schedulers of the chosen policy
   * @param recurring which jobs learn from run to run
   */
  public record Planning(SchedulerSource schedulers, RecurringSettings recurring) {}

  /** Creates the settings of a controller for which no job learns. */
  public ControllerSettings(
      NetworkSettings network, AgentRules agents, Leadership leadership, SchedulerSource schedulers, QueueSettings queues) {
    this(network, agents, leadership, new Planning(schedulers, RecurringSettings.OFF), queues);
  }

  /** Creates schedulers of the chosen policy. */
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

  /** For how long agents keep their rates without a message from the controller, in milliseconds. */
  public int leaseMillis() {
    return agents.leaseMillis();
  }

  /** The slices into which the agents of every site divide its work. */
  public Slices slices() {
    return agents.slices();
  }

  /** The most agents that may attach. Where several agents share a site, each slice and each process counts. */
  public int maxAgents() {
    int sites = wan().sites().size();
    return slices().count() == 1 ? sites : 2 * sites * slices().count();
  }

  /** The WAN with all links up and nominal capacities. */
  public Wan wan() {
    return network.wan();
  }
}
