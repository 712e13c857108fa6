package dev.terra.agent.site;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/** How things stand outside this site, as far as decisions about fetches need to know. On the agent's thread. */
public interface Outlook {
  /** What the stock path to a site gives, bytes per second; 0 if it is not known. */
  double stockBytesPerSecond(SiteId site);

  /** What the stock path gives to the site to which it gives least, bytes per second; 0 if that is not known. */
  double leastStockBytesPerSecond();

  /** Round trips to a site; empty where no tunnel to it has measured any. */
  default Optional<SiteRoundTrips> roundTrips(SiteId site) {
    return Optional.empty();
  }

  /** Whether a site's agent serves further readers of a segment itself. */
  default boolean hasCache(SiteId site) {
    return false;
  }

  /** Whether bytes of a shuffle may not take the stock path to another site, so that even few of them are worth Terra. */
  default boolean refusesStock(ShuffleId shuffle) {
    return false;
  }

  /** Why nothing should go to a site through Terra now; empty if it can. */
  String obstacle(ShuffleId shuffle, SiteId site);
}
