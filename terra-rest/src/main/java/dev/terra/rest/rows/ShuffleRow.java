package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A shuffle. */
@Doc("All transfers into one consumer stage of one job.")
public record ShuffleRow(
    @Doc("Its id, which means something only to its creator.") String id,
    @Doc("What is waited for as a whole: its group, or itself.") String job,
    @Doc(value = "Those that are waited for as a whole have the same.", nullable = true) @Nullable String group,
    @Doc(value = "The queue in which YARN runs the job, or, where YARN has not said so, the one that the job names.", nullable = true)
        @Nullable String queue,
    @Doc(value = "Who says so. Only a queue that YARN has confirmed is trusted; with `resourceManager` in the controller's "
        + "configuration, no other sets a priority or a weight.", oneOf = {"yarn", "job"}, nullable = true) @Nullable String queueFrom,
    @Doc(value = "Whose it is.", nullable = true) @Nullable String user,
    @Doc("Whether a job master submitted it; else it is a job's own.") boolean submitted,
    @Doc("Whether any number of readers get all of it.") boolean broadcast,
    @Doc(value = "Waiting: bytes left and no rate. Idle: nothing left now, and not over. Failed: a submitted shuffle is over, and not all "
        + "of it has arrived.", oneOf = {"running", "waiting", "idle", "ended", "failed"}) String state,
    @Doc(value = "Why it failed.", nullable = true) @Nullable String failure,
    @Doc("Its share of importance; 1 is ordinary.") double weight,
    @Doc("Higher ones are served before all others; 0 is ordinary.") int priority,
    @Doc(value = "By when it should be done.", nullable = true) @Nullable Instant deadlineAt,
    @Doc(value = "Why that cannot be.", nullable = true) @Nullable String deadlineProblem,
    @Doc(value = "Who said the first of its terms.", oneOf = {"operator", "submission", "queue", "ordinary"}) String termsFrom,
    @Doc("When it was first heard of.") Instant arrivedAt,
    @Doc(value = "When there was first anything to send.", nullable = true) @Nullable Instant startedAt,
    @Doc(value = "Since when nothing is left to send.", nullable = true) @Nullable Instant finishedAt,
    @Doc(value = "When it is done, if nothing else comes and no link changes: by the last schedule, played out; null if nothing is left, "
        + "or if that is not known.", nullable = true)
        @Nullable Instant expectedFinishAt,
    @Doc(value = "Its least time alone on the WAN: of what is left while it runs, then the largest.", nullable = true)
        @Nullable Double gammaSeconds,
    @Doc("All that is known to be produced.") long producedBytes,
    @Doc("Of that what is known to cross sites.") long expectedBytes,
    @Doc("Received.") long doneBytes,
    @Doc("What those were on links: fewer where chunks went compressed.") long wireBytes,
    @Doc("For how long threads have compressed its chunks where they are sent.") double compressSeconds,
    @Doc("For how long threads have restored them where they arrive.") double restoreSeconds,
    @Doc("Left to send.") long leftBytes,
    @Doc("Of receivers without a place yet.") long unplacedBytes,
    @Doc("Of receivers where the bytes are.") long sameSiteBytes,
    @Doc("All bundles together.") double bytesPerSecond,
    @Doc("How many bundles it has.") int bundles,
    @Doc("Of these those with bytes left and no rate.") int bundlesWaiting,
    @Doc("Done of expected, 0 to 1.") double progress) {}
