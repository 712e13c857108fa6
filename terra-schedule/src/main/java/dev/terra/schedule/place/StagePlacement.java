package dev.terra.schedule.place;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;

/**
 * How many reducers run at each site, and what follows from it.
 *
 * @param reducers at each site that has any
 * @param shuffleSeconds the Gamma of the shuffle on the WAN by itself; infinite where a bundle has no path
 * @param computeSeconds the time of the site that computes longest
 * @param boundSeconds what no placement of whole reducers can go below for both together: the value of the program without the
 *     condition that reducers are whole
 */
public record StagePlacement(ImmutableMap<SiteId, Integer> reducers, double shuffleSeconds, double computeSeconds, double boundSeconds) {
  /** The shuffle and the reducers after it, seconds. */
  public double seconds() {
    return shuffleSeconds + computeSeconds;
  }
}
