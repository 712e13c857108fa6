package dev.terra.agent.send;

/** What a site wants of a segment. */
public enum Demand {
  /** Nobody there has asked for it. */
  NONE,
  /** Somebody waits for it, or has it. */
  ASKED,
  /** Whoever asked, or might have, has gone another way. */
  WITHDRAWN
}
