package dev.terra.core.latency;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The class of the requests of some jobs: those of a queue, of a user, or of a user in a queue.
 *
 * @param queue the queue of the jobs; null for any queue
 * @param user the user of the jobs; null for any user
 */
public record ClassAssignment(@Nullable String queue, @Nullable String user, LatencyClass latencyClass) {
  /** Checks that a queue or a user is given. */
  public ClassAssignment {
    checkArgument(queue != null || user != null, "expected a queue or a user");
  }

  /** Returns the class of a job if this assignment holds for the job. An empty name is that of no queue or user. */
  Optional<LatencyClass> of(String jobsQueue, String jobsUser) {
    boolean isIts = (queue == null || queue.equals(jobsQueue)) && (user == null || user.equals(jobsUser));
    return isIts ? Optional.of(latencyClass) : Optional.empty();
  }
}
