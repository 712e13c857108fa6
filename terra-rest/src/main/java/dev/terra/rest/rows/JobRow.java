package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job: the shuffles that a user waits for as a whole. */
@Doc("Shuffles that are waited for as a whole, such as the edges of a DAG.")
public record JobRow(
    @Doc("The group of its shuffles, or the id of its only one.") String id,
    @Doc(value = "The queue in which YARN runs the job, or, where YARN has not said so, the one that the job names.", nullable = true)
        @Nullable String queue,
    @Doc(value = "Who says so. Only a queue that YARN has confirmed is trusted; with `resourceManager` in the controller's "
        + "configuration, no other sets a priority or a weight.", oneOf = {"yarn", "job"}, nullable = true) @Nullable String queueFrom,
    @Doc(value = "Whose it is.", nullable = true) @Nullable String user,
    @Doc(value = "The state of its busiest shuffle; when all are over, failed if one has.",
        oneOf = {"running", "waiting", "idle", "failed", "ended"}) String state,
    @Doc(value = "Why the first of its shuffles that failed did.", nullable = true) @Nullable String failure,
    @Doc("How many shuffles it has.") int shuffles,
    @Doc("Their ids, at most 50.") List<String> shuffleIds,
    @Doc("When its first one was heard of.") Instant arrivedAt,
    @Doc(value = "When the last one is done, if nothing else comes and no link changes; null if that is not known of one.", nullable = true)
        @Nullable Instant expectedFinishAt,
    @Doc("Known to cross sites.") long expectedBytes,
    @Doc("Received.") long doneBytes,
    @Doc("What those were on links: fewer where chunks went compressed.") long wireBytes,
    @Doc("For how long threads have compressed its chunks where they are sent.") double compressSeconds,
    @Doc("For how long threads have restored them where they arrive.") double restoreSeconds,
    @Doc("Left to send.") long leftBytes,
    @Doc("All shuffles together.") double bytesPerSecond,
    @Doc("Done of expected, 0 to 1.") double progress,
    @Doc("The highest of its shuffles.") int priority,
    @Doc("The largest of its shuffles.") double weight,
    @Doc(value = "The earliest of its shuffles.", nullable = true) @Nullable Instant deadlineAt) {}
