package dev.terra.agent.receive;

/** The operations on a fetch that the receiver of its bytes may use. They are called on the agent's thread only. */
public interface FetchControl {
  /** Continues the fetch as far as bytes and the sink allow. */
  void proceed();

  /** Ends the fetch, since the reader has gone. */
  void cancel();
}
