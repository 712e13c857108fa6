package dev.terra.history.rest;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;

/** Links over a stretch of time. */
@Doc("All links over a stretch of time; the arrays of a sample are in the order of the links.")
public record PastLinksRow(
    @Doc("Its beginning.") Instant from,
    @Doc("Its end.") Instant to,
    @Doc("What was asked for; samples are further apart where the stretch is long or old.") long stepSeconds,
    @Doc("Such as NY:LA.") List<String> links,
    @Doc("The oldest first; none while no controller ran.") List<PastSample> samples) {

  /** All links at one time. */
  @Doc("All links at a time, on average until the next one.")
  public record PastSample(
      @Doc("When.") Instant at,
      @Doc("How long that was.") double seconds,
      @Doc("A letter for each link: u up, d down at some time of it, ? unknown.") String state,
      @Doc("The rates that the schedule gave.") List<Float> allocatedBytesPerSecond,
      @Doc("What they could carry.") List<Float> capacityBytesPerSecond) {}
}
