package dev.terra.controller;

import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import io.grpc.stub.ServerCallStreamObserver;

/** Receives the events of agents' streams. It can be used by any thread. */
interface AgentDesk {
  /** Notes that a stream has begun. */
  void opened(long id, ServerCallStreamObserver<ControllerMessage> observer);

  /** Takes a report that an agent has sent. */
  void report(long id, AgentReport report);

  /** Ends a stream that is not permitted, and sends the agent the reason. */
  void refuse(long id, String why);

  /** Notes that a stream has ended. */
  void closed(long id, String why);
}
