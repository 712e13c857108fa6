package dev.terra.agent.control;

import dev.terra.api.v1.AgentReport;

/** Carries reports to the controller that leads. On the agent's thread. */
public interface ReportStream {
  /** Whether a report can be sent now; a report that cannot is built again later from newer values. */
  boolean isReady();

  /** Sends a report, if a controller is attached. */
  void send(AgentReport report);
}
