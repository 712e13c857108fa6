package dev.terra.agent.site;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;

/** Reports to the controller what changes about this site's shuffles. On the agent's thread. */
public interface ShuffleReporting {
  /** The volumes or the description of a shuffle have changed, or the sites that it goes to through Terra. */
  void changed(ShuffleId shuffle);

  /** A fetch here has placed a reducer. */
  void placed(ShuffleId shuffle, int partition, SiteId at);

  /** A fetch here has shown that a site reads a broadcast. */
  void readAt(ShuffleId shuffle, SiteId at);
}
