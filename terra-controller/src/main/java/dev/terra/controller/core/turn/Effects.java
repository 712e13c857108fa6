package dev.terra.controller.core.turn;

/**
 * Where that goes what follows from a change.
 *
 * @param events what operators see
 * @param timer when the next round is due
 * @param outbox messages for agents
 */
public record Effects(EventLog events, RoundTimer timer, AgentOutbox outbox) {
  /** Nothing has happened yet. */
  public static Effects none() {
    return new Effects(new EventLog(), new RoundTimer(), new AgentOutbox());
  }
}
