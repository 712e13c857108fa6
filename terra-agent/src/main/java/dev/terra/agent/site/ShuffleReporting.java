package dev.terra.agent.site;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;

/** Reports changes of this site's shuffles to the controller. It is used on the agent's thread only. */
public interface ShuffleReporting {
  /** Notes that the volumes or the description of a shuffle, or the sites that it goes to through Terra, have changed. */
  void changed(ShuffleId shuffle);

  /** Notes that a fetch from this site has shown at which site a reducer runs. */
  void placed(ShuffleId shuffle, int partition, SiteId at);

  /** Notes that a fetch from this site has shown that a site reads a broadcast. */
  void readAt(ShuffleId shuffle, SiteId at);
}
