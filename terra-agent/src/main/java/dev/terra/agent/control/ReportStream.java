package dev.terra.agent.control;

import dev.terra.api.v1.AgentReport;

/** Carries reports to the controller that leads. It is used on the agent's thread only. */
public interface ReportStream {
  /** Returns whether a report can be sent at the moment. If not, the report is to be built again later, from newer values. */
  boolean isReady();

  /** Sends a report, if a controller is attached. */
  void send(AgentReport report);
}
