package dev.terra.agent.receive;

/** What the way of a fetch's bytes may do to it. On the agent's thread. */
public interface FetchControl {
  /** Goes on as far as bytes and the sink allow. */
  void proceed();

  /** The reader has gone. */
  void cancel();
}
