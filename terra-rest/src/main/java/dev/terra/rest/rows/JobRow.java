package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job: the shuffles that a user waits for as a whole. */
@Doc("A job: shuffles that belong together, such as the edges of a DAG.")
public record JobRow(
    @Doc("The group of its shuffles, or the id of its only one.") String id,
    @Doc(value = "The queue in which YARN runs the job. If YARN has not confirmed it, the queue that the job names.", nullable = true)
        @Nullable String queue,
    @Doc(value = "Who says so. Only a queue that YARN has confirmed is trusted; with `resourceManager` in the controller's "
        + "configuration, no other sets a priority or a weight.", oneOf = {"yarn", "job"}, nullable = true) @Nullable String queueFrom,
    @Doc(value = "The job's user.", nullable = true) @Nullable String user,
    @Doc(value = "The state of its busiest shuffle; when all are over, failed if one has.",
        oneOf = {"running", "waiting", "idle", "failed", "ended"}) String state,
    @Doc(value = "Why the first of its failed shuffles failed.", nullable = true) @Nullable String failure,
    @Doc("How many shuffles it has.") int shuffles,
    @Doc("The ids of its shuffles, at most 50.") List<String> shuffleIds,
    @Doc("When the controller received the first report of any of its shuffles.") Instant arrivedAt,
    @Doc(value = "When its last shuffle will be done if no bytes are added and no link changes; null if that is not known for one of them.",
        nullable = true)
        @Nullable Instant expectedFinishAt,
    @Doc("Bytes that are known to cross sites.") long expectedBytes,
    @Doc("Bytes that were received.") long doneBytes,
    @Doc("The received bytes as they were on links; fewer where chunks were compressed.") long wireBytes,
    @Doc("The time that threads of sending agents have spent on compressing its chunks.") double compressSeconds,
    @Doc("The time that threads of receiving agents have spent on restoring its chunks.") double restoreSeconds,
    @Doc("Bytes that are left to send.") long leftBytes,
    @Doc("The sum of the rates of its shuffles.") double bytesPerSecond,
    @Doc("The received part of the expected bytes, 0 to 1.") double progress,
    @Doc("The highest priority of its shuffles.") int priority,
    @Doc("The largest weight of its shuffles.") double weight,
    @Doc(value = "The earliest deadline of its shuffles.", nullable = true) @Nullable Instant deadlineAt) {}
