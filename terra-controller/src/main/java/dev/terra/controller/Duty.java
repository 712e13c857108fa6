package dev.terra.controller;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Optional;

/**
 * What a controller does at present: it leads, or it stands by.
 *
 * @param agents receives the events of agents' streams
 * @param leading answers all other calls; empty while the controller stands by
 */
record Duty(AgentDesk agents, Optional<Leading> leading) {
  /** A controller that leads. */
  record Leading(ControllerLoop loop, NetworkReport network) {}

  /** Returns the error that makes clients try another controller. */
  static StatusRuntimeException standsBy() {
    return Status.UNAVAILABLE.withDescription("this controller stands by, another one leads").asRuntimeException();
  }
}
