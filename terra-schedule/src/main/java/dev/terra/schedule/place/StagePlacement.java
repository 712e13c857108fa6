package dev.terra.schedule.place;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;

/**
 * How many reducers run at each site, and the times that follow from it.
 *
 * @param reducers the number of reducers at each site that has any
 * @param shuffleSeconds the Gamma of the shuffle alone on the WAN; infinite where a bundle has no path
 * @param computeSeconds the time of the site that computes longest
 * @param boundSeconds a lower bound of the sum of both times for any placement of whole reducers: the value of the program without the
 *     condition that reducers are whole
 */
public record StagePlacement(ImmutableMap<SiteId, Integer> reducers, double shuffleSeconds, double computeSeconds, double boundSeconds) {
  /** Returns the time of the shuffle and of the reducers after it, seconds. */
  public double seconds() {
    return shuffleSeconds + computeSeconds;
  }
}
