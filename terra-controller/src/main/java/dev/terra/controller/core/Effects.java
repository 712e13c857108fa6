package dev.terra.controller.core;

/**
 * Where that goes what follows from a change.
 *
 * @param events what people are told
 * @param timer when the next round is due
 * @param outbox what agents are told
 */
record Effects(EventLog events, RoundTimer timer, AgentOutbox outbox) {
  /** Nothing has happened yet. */
  static Effects none() {
    return new Effects(new EventLog(), new RoundTimer(), new AgentOutbox());
  }
}
