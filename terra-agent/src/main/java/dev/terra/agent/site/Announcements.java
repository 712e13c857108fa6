package dev.terra.agent.site;

import dev.terra.api.v1.HandlerDirectory;
import dev.terra.core.shuffle.ShuffleId;

/** Passes news of this site's handlers to the rest of the agent and to other sites. It is used on the agent's thread only. */
public interface Announcements {
  /** Called when a handler has reported that a shuffle has ended. */
  void ended(ShuffleId shuffle);

  /** Sends the list of the handlers that take redirects to all other sites. */
  void handlers(HandlerDirectory directory);
}
