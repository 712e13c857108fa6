package dev.terra.agent.control;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;

/** Carries out the orders of the controller that leads. It is called on the agent's thread. */
public interface ControllerOrders {
  /** Called when a controller that has begun to lead has welcomed this agent. It needs a report of everything. */
  void welcome(ControllerWelcome welcome);

  /**
   * Carries out a command of the controller.
   *
   * @throws IllegalArgumentException if the command is malformed
   */
  void command(ControllerMessage command);

  /** Called when the stream to the leading controller is lost. The rates stay in force for the lease. */
  void lost(String reason);
}
