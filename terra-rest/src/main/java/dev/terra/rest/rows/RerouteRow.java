package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The changes of rates by a round that a change in the network or an operator started. */
@Doc("How a round that something in the network, or an operator, started changed the rates.")
public record RerouteRow(
    @Doc("1 for the first, then one more each.") long number,
    @Doc("When the round was over.") Instant at,
    @Doc("The kind of event that started it, such as link-down.") String cause,
    @Doc("What that happened to.") String target,
    @Doc("The event's number.") long event,
    @Doc("What there is to say about it.") String detail,
    @Doc("How many bundles have other rates.") int bundlesMoved,
    @Doc("What it costs each shuffle; at most 200.") List<CostRow> shuffles,
    @Doc("The bundles whose rates differ, at most 200; empty in lists.") List<MoveRow> bundles) {

  /** The cost of a re-routing for a shuffle. */
  @Doc("How long what is left of a shuffle takes at the old and at the new rates.")
  public record CostRow(
      @Doc("The shuffle.") String shuffle,
      @Doc("Its job.") String job,
      @Doc(value = "At the old rates; null: a part of it waited.", nullable = true) @Nullable Double secondsBefore,
      @Doc(value = "At the new rates; null: a part of it waits.", nullable = true) @Nullable Double secondsAfter) {}

  /** A bundle's rates before and after a re-routing. */
  @Doc("A bundle's rates before and after.")
  public record MoveRow(
      @Doc("Its shuffle.") String shuffle,
      @Doc("The senders' site.") String from,
      @Doc("The receivers' site.") String to,
      @Doc("By path.") List<RateRow> before,
      @Doc("By path.") List<RateRow> after) {}

  /** Returns this row without its bundles, for lists. */
  public RerouteRow brief() {
    return new RerouteRow(number, at, cause, target, event, detail, bundlesMoved, shuffles, List.of());
  }
}
