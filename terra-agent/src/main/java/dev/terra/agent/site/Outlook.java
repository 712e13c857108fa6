package dev.terra.agent.site;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/** The state of the network and of other sites that decisions about fetches depend on. It is used on the agent's thread only. */
public interface Outlook {
  /** Returns the rate of the stock path to a site, in bytes per second; 0 if it is not known. */
  double stockBytesPerSecond(SiteId site);

  /** Returns the rate of the slowest stock path to any site, in bytes per second; 0 if it is not known. */
  double leastStockBytesPerSecond();

  /** Returns the round trips to a site; empty if no tunnel to it has measured any. */
  default Optional<SiteRoundTrips> roundTrips(SiteId site) {
    return Optional.empty();
  }

  /** Returns whether a site's agent has a cache, from which it serves further readers of a segment. */
  default boolean hasCache(SiteId site) {
    return false;
  }

  /** Returns whether bytes of a shuffle may not take the stock path to another site, so that even few of them are worth Terra. */
  default boolean refusesStock(ShuffleId shuffle) {
    return false;
  }

  /** Returns why no bytes of a shuffle should be sent to a site through Terra at the moment; empty if they can be. */
  String obstacle(ShuffleId shuffle, SiteId site);
}
