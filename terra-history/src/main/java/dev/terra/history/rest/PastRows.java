package dev.terra.history.rest;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of the history, page by page. */
public final class PastRows {
  private PastRows() {}

  /** Events of the past. */
  @Doc("A page of what happened.")
  public record PastEventsRow(
      @Doc("The oldest first unless others are asked for.") List<PastEventRow> items,
      @Doc("How many there are.") long total,
      @Doc("How many were left out before them.") long offset,
      @Doc("How many were asked for.") long limit) {}

  /** An event of the past. */
  @Doc("Something that happened.")
  public record PastEventRow(
      @Doc("Of which life of the controller.") String session,
      @Doc("Its number in that life.") long number,
      @Doc("When.") Instant at,
      @Doc("Such as link-down.") String kind,
      @Doc(value = "How urgent it is for operators.", oneOf = {"info", "warning", "error"}) String severity,
      @Doc("The site, link or shuffle that it happened to.") String target,
      @Doc("What there is to say about it, for people.") String detail) {}

  /** Shuffles of the past. */
  @Doc("A page of shuffles that are over.")
  public record PastShufflesRow(
      @Doc("Those that ended last come first unless others are asked for.") List<PastShuffleRow> items,
      @Doc("How many there are.") long total,
      @Doc("How many were left out before them.") long offset,
      @Doc("How many were asked for.") long limit) {}

  /** A shuffle of the past. */
  @Doc("A shuffle that is over.")
  public record PastShuffleRow(
      @Doc("Of which life of the controller.") String session,
      @Doc("Its id.") String id,
      @Doc("Its job.") String job,
      @Doc(value = "Of its job.", nullable = true) @Nullable String queue,
      @Doc("When it was first heard of.") Instant arrivedAt,
      @Doc(value = "When there was first anything to send.", nullable = true) @Nullable Instant startedAt,
      @Doc(value = "Since when nothing was left to send.", nullable = true) @Nullable Instant finishedAt,
      @Doc("When it was over.") Instant endedAt,
      @Doc(value = "The largest least time that it had alone; null if it had no path.", nullable = true) @Nullable Double gammaSeconds,
      @Doc("Its weight.") double weight,
      @Doc("Its priority.") int priority,
      @Doc("All that was produced.") long producedBytes,
      @Doc("Of that what was to cross sites.") long expectedBytes,
      @Doc("Received.") long doneBytes,
      @Doc(value = "Ended, or failed: not all of a submitted one has arrived.", oneOf = {"ended", "failed"}) String state,
      @Doc(value = "Why it failed.", nullable = true) @Nullable String failure) {}

  /** Scheduling rounds of the past. */
  @Doc("Scheduling rounds, summed up.")
  public record PastRoundsRow(@Doc("The oldest first.") List<PastRoundRow> items) {}

  /** The rounds of a stretch of time. */
  @Doc("The rounds of a stretch of time.")
  public record PastRoundRow(
      @Doc("Its beginning.") Instant at,
      @Doc("How long it is.") double seconds,
      @Doc("The schedule that stood at its end.") long epoch,
      @Doc("How many there were.") long rounds,
      @Doc("How many of them found no schedule.") long failed,
      @Doc("What one took on average.") double millis,
      @Doc("What the longest took.") double mostMillis,
      @Doc("Shuffles that ran at its end.") int shuffles,
      @Doc("What these had left.") long bytesLeft) {}
}
