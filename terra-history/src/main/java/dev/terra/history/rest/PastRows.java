package dev.terra.history.rest;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of the history, page by page. */
public final class PastRows {
  private PastRows() {}

  /** Events of the past. */
  @Doc("A page of events.")
  public record PastEventsRow(
      @Doc("The events of this page, the oldest first unless the request has another order.") List<PastEventRow> items,
      @Doc("How many items match in all.") long total,
      @Doc("How many items were skipped before this page.") long offset,
      @Doc("How many items were requested at most.") long limit) {}

  /** An event of the past. */
  @Doc("An event.")
  public record PastEventRow(
      @Doc("The id of the controller's run; it differs after every start.") String session,
      @Doc("Its number in that run.") long number,
      @Doc("When it happened.") Instant at,
      @Doc("The kind of event, such as link-down.") String kind,
      @Doc(value = "How urgent it is for operators.", oneOf = {"info", "warning", "error"}) String severity,
      @Doc("The site, link, shuffle or other thing that the event is about.") String target,
      @Doc("A description for people.") String detail) {}

  /** Shuffles of the past. */
  @Doc("A page of shuffles that have ended.")
  public record PastShufflesRow(
      @Doc("The shuffles of this page; those that ended last come first unless the request has another order.") List<PastShuffleRow> items,
      @Doc("How many items match in all.") long total,
      @Doc("How many items were skipped before this page.") long offset,
      @Doc("How many items were requested at most.") long limit) {}

  /** A shuffle of the past. */
  @Doc("A shuffle that has ended.")
  public record PastShuffleRow(
      @Doc("The id of the controller's run; it differs after every start.") String session,
      @Doc("Its id.") String id,
      @Doc("Its job.") String job,
      @Doc(value = "The queue of its job.", nullable = true) @Nullable String queue,
      @Doc("When the controller first received a report of it.") Instant arrivedAt,
      @Doc(value = "When it first had bytes to send.", nullable = true) @Nullable Instant startedAt,
      @Doc(value = "The time from which it had nothing left to send.", nullable = true) @Nullable Instant finishedAt,
      @Doc("When it ended.") Instant endedAt,
      @Doc(value = "The largest Gamma that it had, which is its least time alone on the WAN; null if it had no path.", nullable = true)
          @Nullable Double gammaSeconds,
      @Doc("Its weight.") double weight,
      @Doc("Its priority.") int priority,
      @Doc("The bytes that its producers wrote.") long producedBytes,
      @Doc("The part of producedBytes that had to cross sites.") long expectedBytes,
      @Doc("Bytes that were received.") long doneBytes,
      @Doc(value = "How it ended. Failed: it was submitted, and not all of it arrived.", oneOf = {"ended", "failed"}) String state,
      @Doc(value = "Why it failed.", nullable = true) @Nullable String failure) {}

  /** Scheduling rounds of the past. */
  @Doc("Scheduling rounds, summed up.")
  public record PastRoundsRow(@Doc("The stretches of time, the oldest first.") List<PastRoundRow> items) {}

  /** The rounds of a stretch of time. */
  @Doc("The scheduling rounds of a stretch of time.")
  public record PastRoundRow(
      @Doc("The beginning of the stretch of time.") Instant at,
      @Doc("How long the stretch of time is.") double seconds,
      @Doc("The epoch of the schedule that was in force at its end.") long epoch,
      @Doc("How many rounds there were.") long rounds,
      @Doc("How many rounds found no schedule.") long failed,
      @Doc("How long a round took on average.") double millis,
      @Doc("How long the longest round took.") double mostMillis,
      @Doc("How many shuffles were running at the end of the stretch.") int shuffles,
      @Doc("How many bytes these shuffles had left.") long bytesLeft) {}
}
