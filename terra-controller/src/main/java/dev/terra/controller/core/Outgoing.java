package dev.terra.controller.core;

import dev.terra.api.v1.ControllerCommand;
import java.util.Optional;

/**
 * Something for one stream.
 *
 * @param stream which
 * @param command what to send; empty to end the stream
 * @param reason why the stream ends; empty with a command
 */
public record Outgoing(long stream, Optional<ControllerCommand> command, String reason) {
  static Outgoing send(long stream, ControllerCommand command) {
    return new Outgoing(stream, Optional.of(command), "");
  }

  static Outgoing end(long stream, String reason) {
    return new Outgoing(stream, Optional.empty(), reason);
  }
}
