package dev.terra.controller.core.turn;

/**
 * Where that goes what follows from a change.
 *
 * @param events what people are told
 * @param timer when the next round is due
 * @param outbox what agents are told
 */
public record Effects(EventLog events, RoundTimer timer, AgentOutbox outbox) {
  /** Nothing has happened yet. */
  public static Effects none() {
    return new Effects(new EventLog(), new RoundTimer(), new AgentOutbox());
  }
}
