package dev.terra.lab.engine;

import java.util.OptionalLong;

/**
 * The outcome of a job that succeeded.
 *
 * @param seconds from submission to the end
 * @param counters the failures that it counted
 * @param crossSiteBytes the bytes of shuffles that it read from other sites, if it counts them itself
 */
public record JobOutcome(double seconds, JobCounters counters, OptionalLong crossSiteBytes) {
  /** Makes the outcome of a job that does not count from where its bytes came. */
  JobOutcome(double seconds, JobCounters counters) {
    this(seconds, counters, OptionalLong.empty());
  }

  /** Makes the outcome of a job that counts the bytes from other sites. */
  JobOutcome(double seconds, JobCounters counters, long crossSiteBytes) {
    this(seconds, counters, OptionalLong.of(crossSiteBytes));
  }
}
