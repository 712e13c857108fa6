package dev.terra.agent.site;

/** Which handlers of this site are there, by address. On the agent's thread. */
public interface HandlerPresence {
  /** Whether it is attached. */
  boolean isAttached(String ip);

  /** Whether it is likely to attach, or to tell of its map outputs, within seconds. */
  default boolean isAwaited(String ip) {
    return false;
  }
}
