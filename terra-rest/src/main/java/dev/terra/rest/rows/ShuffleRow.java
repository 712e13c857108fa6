package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A shuffle. */
@Doc("A shuffle: all data transfers into one consumer stage of a job.")
public record ShuffleRow(
    @Doc("The shuffle's id, which has a meaning only for its creator.") String id,
    @Doc("The job: the shuffle's group, or the shuffle itself if it has none.") String job,
    @Doc(value = "The group of shuffles that it belongs to.", nullable = true) @Nullable String group,
    @Doc(value = "The queue in which YARN runs the job. If YARN has not confirmed it, the queue that the job names.", nullable = true)
        @Nullable String queue,
    @Doc(value = "Who says so. Only a queue that YARN has confirmed is trusted; with `resourceManager` in the controller's "
        + "configuration, no other sets a priority or a weight.", oneOf = {"yarn", "job"}, nullable = true) @Nullable String queueFrom,
    @Doc(value = "The job's user.", nullable = true) @Nullable String user,
    @Doc("Whether a job master submitted the shuffle; otherwise, it belongs to a job on YARN.") boolean submitted,
    @Doc("Whether it is a broadcast, of which every reader gets all bytes.") boolean broadcast,
    @Doc(value = "Waiting: bytes left and no rate. Idle: nothing left now, and not over. Failed: a submitted shuffle is over, and not all "
        + "of it has arrived.", oneOf = {"running", "waiting", "idle", "ended", "failed"}) String state,
    @Doc(value = "Why the shuffle failed.", nullable = true) @Nullable String failure,
    @Doc("The shuffle's weight; the default is 1.") double weight,
    @Doc("The shuffle's priority. Higher priorities are served before all lower ones; the default is 0.") int priority,
    @Doc(value = "The shuffle's deadline.", nullable = true) @Nullable Instant deadlineAt,
    @Doc(value = "Why the deadline cannot be met.", nullable = true) @Nullable String deadlineProblem,
    @Doc(value = "The first source that gave any of its terms.", oneOf = {"operator", "submission", "queue", "ordinary"}) String termsFrom,
    @Doc("When the controller received the first report of it.") Instant arrivedAt,
    @Doc(value = "When it first had bytes to send.", nullable = true) @Nullable Instant startedAt,
    @Doc(value = "The time from which it had nothing left to send.", nullable = true) @Nullable Instant finishedAt,
    @Doc(value = "When it will be done if no bytes are added and no link changes, by a simulation of the last schedule; null if nothing "
        + "is left, or if that is not known.", nullable = true)
        @Nullable Instant expectedFinishAt,
    @Doc(value = "Its Gamma, which is its least time alone on the WAN: of the bytes left while it runs, and afterwards the largest Gamma "
        + "that it had.", nullable = true)
        @Nullable Double gammaSeconds,
    @Doc("All bytes that its producers are known to have written.") long producedBytes,
    @Doc("The part of producedBytes that is known to cross sites.") long expectedBytes,
    @Doc("Bytes that were received.") long doneBytes,
    @Doc("The received bytes as they were on links; fewer where chunks were compressed.") long wireBytes,
    @Doc("The time that threads of sending agents have spent on compressing its chunks.") double compressSeconds,
    @Doc("The time that threads of receiving agents have spent on restoring its chunks.") double restoreSeconds,
    @Doc("Bytes that are left to send.") long leftBytes,
    @Doc("Bytes for receivers that have no site yet.") long unplacedBytes,
    @Doc("Bytes for receivers at the site that holds the bytes.") long sameSiteBytes,
    @Doc("The sum of the rates of its bundles.") double bytesPerSecond,
    @Doc("How many bundles it has.") int bundles,
    @Doc("How many of its bundles have bytes left and no rate.") int bundlesWaiting,
    @Doc("The received part of the expected bytes, 0 to 1.") double progress) {}
