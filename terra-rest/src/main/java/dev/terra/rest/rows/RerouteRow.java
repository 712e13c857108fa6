package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The changes of rates by a round that a change in the network or an operator started. */
@Doc("How a round changed the rates after an event in the network or an action of an operator.")
public record RerouteRow(
    @Doc("The re-routing's number; the first has 1.") long number,
    @Doc("When the round ended.") Instant at,
    @Doc("The kind of event that started the round, such as link-down.") String cause,
    @Doc("The link, site or other thing that the event is about.") String target,
    @Doc("The event's number.") long event,
    @Doc("A description of the event.") String detail,
    @Doc("How many bundles have changed rates.") int bundlesMoved,
    @Doc("The remaining times of shuffles before and after, at most 200.") List<CostRow> shuffles,
    @Doc("The bundles whose rates have changed, at most 200; empty in lists.") List<MoveRow> bundles) {

  /** The cost of a re-routing for a shuffle. */
  @Doc("The remaining time of a shuffle at the old and at the new rates.")
  public record CostRow(
      @Doc("The shuffle.") String shuffle,
      @Doc("Its job.") String job,
      @Doc(value = "The remaining time at the old rates; null if a part of the shuffle waited.", nullable = true)
          @Nullable Double secondsBefore,
      @Doc(value = "The remaining time at the new rates; null if a part of the shuffle waits.", nullable = true)
          @Nullable Double secondsAfter) {}

  /** A bundle's rates before and after a re-routing. */
  @Doc("A bundle's rates before and after.")
  public record MoveRow(
      @Doc("Its shuffle.") String shuffle,
      @Doc("The senders' site.") String from,
      @Doc("The receivers' site.") String to,
      @Doc("The old rate on each path.") List<RateRow> before,
      @Doc("The new rate on each path.") List<RateRow> after) {}

  /** Returns this row without its bundles, for lists. */
  public RerouteRow brief() {
    return new RerouteRow(number, at, cause, target, event, detail, bundlesMoved, shuffles, List.of());
  }
}
