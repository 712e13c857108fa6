package dev.terra.agent.send;

/** The urgency of bytes of a segment. The more urgent bytes of a bundle go first. */
enum Urgency {
  /** A reader waits for the bytes. They need no credit, and have a floor. */
  REQUESTED,
  /** No reader has requested the bytes yet. They are sent as far as the receiver's credit allows. */
  AHEAD
}
