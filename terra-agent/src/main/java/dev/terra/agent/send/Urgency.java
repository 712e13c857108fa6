package dev.terra.agent.send;

/** How urgent bytes of a segment are. The more urgent ones of a bundle go first. */
enum Urgency {
  /** A reader waits for them. They need no credit, and have a floor. */
  REQUESTED,
  /** No reader has asked for them yet: they go as far as the receiver's credit lasts. */
  AHEAD
}
