package dev.terra.node.fetch;

/** The ways in which a fetch fails. */
public enum FetchFailure {
  /** The source reports that it cannot send the bytes. */
  DECLINED,
  /** The agent reports that the bytes are too few for Terra. */
  BYPASSED,
  /**
   * The source ended a response that it had begun. An agent that lives has given up one fetch; an agent that has ended has given up all of
   * them.
   */
  BROKEN_OFF,
  /** The source does not respond, or not as it should. */
  BAD,
  /** Bytes were changed on their way, so nothing of the response can be trusted any more. */
  CORRUPT
}
