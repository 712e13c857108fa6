package dev.terra.controller;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Optional;

/**
 * What a controller does at present.
 *
 * @param agents where agents' streams go
 * @param leading what answers all others; empty while it stands by
 */
record Duty(AgentDesk agents, Optional<Leading> leading) {
  /** A controller that leads. */
  record Leading(ControllerLoop loop, NetworkReport network) {}

  /** The answer that sends clients to another controller. */
  static StatusRuntimeException standsBy() {
    return Status.UNAVAILABLE.withDescription("this controller stands by, another one leads").asRuntimeException();
  }
}
