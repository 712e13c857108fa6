package dev.terra.agent.send;

/** Whether a site wants a segment. */
public enum Demand {
  /** No reader at the site has requested it. */
  NONE,
  /** A reader waits for it, or has received it. */
  ASKED,
  /** Its reader gets it another way. */
  WITHDRAWN
}
