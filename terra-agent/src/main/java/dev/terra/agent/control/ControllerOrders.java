package dev.terra.agent.control;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;

/** Carries out what the controller that leads orders. Called on the agent's thread. */
public interface ControllerOrders {
  /** A controller has welcomed this agent and leads from now on: it needs a report of everything. */
  void welcome(ControllerWelcome welcome);

  /**
   * Carries out one of its commands.
   *
   * @throws IllegalArgumentException if the command is malformed
   */
  void command(ControllerMessage command);

  /** The controller that led is gone; the rates stay in force for the lease. */
  void lost(String reason);
}
