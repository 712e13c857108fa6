package dev.terra.controller;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Optional;

/**
 * What a controller does at present.
 *
 * @param agents where agents' streams go
 * @param leading what answers everybody else; empty while it stands by
 */
record Duty(AgentDesk agents, Optional<Leading> leading) {
  /** A controller that leads. */
  record Leading(ControllerLoop loop, NetworkReport network) {}

  /** How others are told to ask another one. */
  static StatusRuntimeException standsBy() {
    return Status.UNAVAILABLE.withDescription("this controller stands by, another one leads").asRuntimeException();
  }
}
