package dev.terra.agent.send;

/** What a site wants of a segment. */
public enum Demand {
  /** No reader there has requested it. */
  NONE,
  /** A reader waits for it, or has it. */
  ASKED,
  /** Its reader has gone another way. */
  WITHDRAWN
}
