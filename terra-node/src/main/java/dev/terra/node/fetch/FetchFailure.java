package dev.terra.node.fetch;

/** How a fetch has failed. */
public enum FetchFailure {
  /** The source says that it cannot send the bytes. */
  DECLINED,
  /** The agent says that the bytes are too few for Terra. */
  BYPASSED,
  /** The source ended an answer that it had begun: an agent that lives has given up one fetch, one that has ended all of them. */
  BROKEN_OFF,
  /** The source does not answer, or not as it should. */
  BAD,
  /** Bytes have changed on their way: nothing of the answer can be believed any more. */
  CORRUPT
}
