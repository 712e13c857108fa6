package dev.terra.controller.core.turn;

/**
 * Where the consequences of a change go.
 *
 * @param events the events that operators see
 * @param timer when the next round is due
 * @param outbox messages for agents
 */
public record Effects(EventLog events, RoundTimer timer, AgentOutbox outbox) {
  /** Creates empty effects. */
  public static Effects none() {
    return new Effects(new EventLog(), new RoundTimer(), new AgentOutbox());
  }
}
