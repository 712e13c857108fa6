package dev.terra.controller.core.turn;

import dev.terra.api.v1.ControllerMessage;
import java.util.Optional;

/**
 * A message for an agent's stream, or the end of this stream.
 *
 * @param stream the number of the stream
 * @param command what to send; empty to end the stream
 * @param reason why the stream ends; empty with a command
 */
public record AgentNews(long stream, Optional<ControllerMessage> command, String reason) {
  static AgentNews send(long stream, ControllerMessage command) {
    return new AgentNews(stream, Optional.of(command), "");
  }

  static AgentNews end(long stream, String reason) {
    return new AgentNews(stream, Optional.empty(), reason);
  }
}
