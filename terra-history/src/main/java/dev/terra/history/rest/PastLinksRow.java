package dev.terra.history.rest;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;

/** Links over a stretch of time. */
@Doc("All links over a stretch of time; the arrays of a sample are in the order of the links.")
public record PastLinksRow(
    @Doc("The beginning of the stretch of time.") Instant from,
    @Doc("The end of the stretch of time.") Instant to,
    @Doc("The interval that was requested; samples are further apart if the stretch of time is long or old.") long stepSeconds,
    @Doc("The ids of the links, such as NY:LA.") List<String> links,
    @Doc("The samples, the oldest first; there are none of times at which no controller ran.") List<PastSample> samples) {

  /** All links at one time. */
  @Doc("All links from one time to the time of the next sample, on average.")
  public record PastSample(
      @Doc("When the sample begins.") Instant at,
      @Doc("How long the sample lasts.") double seconds,
      @Doc("A letter for each link: u if it was up, d if it was down at some time of the sample, ? if its state is unknown.") String state,
      @Doc("For each link, the sum of the rates in the schedule.") List<Float> allocatedBytesPerSecond,
      @Doc("For each link, its capacity.") List<Float> capacityBytesPerSecond) {}
}
