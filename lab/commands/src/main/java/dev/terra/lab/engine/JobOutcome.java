package dev.terra.lab.engine;

import java.util.OptionalLong;

/**
 * How a job that succeeded went.
 *
 * @param seconds from submission to the end
 * @param counters what it says of trouble
 * @param crossSiteBytes what it read of shuffles from other sites, where it says so itself
 */
public record JobOutcome(double seconds, JobCounters counters, OptionalLong crossSiteBytes) {
  /** A job that does not tell from where its bytes came. */
  JobOutcome(double seconds, JobCounters counters) {
    this(seconds, counters, OptionalLong.empty());
  }

  /** A job that tells. */
  JobOutcome(double seconds, JobCounters counters, long crossSiteBytes) {
    this(seconds, counters, OptionalLong.of(crossSiteBytes));
  }
}
