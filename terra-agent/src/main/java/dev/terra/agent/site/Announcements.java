package dev.terra.agent.site;

import dev.terra.api.v1.HandlerDirectory;
import dev.terra.core.shuffle.ShuffleId;

/** Passes what this site's handlers bring about on to the rest of the agent and to other sites. On the agent's thread. */
public interface Announcements {
  /** A handler says that a shuffle has ended. */
  void ended(ShuffleId shuffle);

  /** The handlers that take redirects, for all other sites. */
  void handlers(HandlerDirectory directory);
}
