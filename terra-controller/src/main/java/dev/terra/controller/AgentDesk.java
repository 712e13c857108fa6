package dev.terra.controller;

import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import io.grpc.stub.ServerCallStreamObserver;

/** Where the streams of agents go. For any thread. */
interface AgentDesk {
  /** A stream has begun. */
  void opened(long id, ServerCallStreamObserver<ControllerMessage> observer);

  /** An agent said something. */
  void report(long id, AgentReport report);

  /** Ends a stream that may not be, and says why. */
  void refuse(long id, String why);

  /** A stream is over. */
  void closed(long id, String why);
}
