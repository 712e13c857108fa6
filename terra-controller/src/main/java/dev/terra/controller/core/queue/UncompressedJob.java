package dev.terra.controller.core.queue;

import static com.google.common.base.Preconditions.checkArgument;

import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of which no chunk is compressed on its way. They are selected by a queue, a user or a name, or by several of these at once.
 *
 * @param queue as {@code QueueSettings.name} writes it; null: any
 * @param user null: any
 * @param job null: any
 */
public record UncompressedJob(@Nullable String queue, @Nullable String user, @Nullable String job) {
  /** Checks that the object selects some jobs. */
  public UncompressedJob {
    checkArgument(queue != null || user != null || job != null, "expected a queue, a user or a job");
  }

  /**
   * Returns whether a shuffle belongs to one of these jobs.
   *
   * @param owner the user and the queue of the shuffle, with the queue written as here; empty names if they are unknown
   * @param names the names by which the shuffle's job is known
   */
  boolean has(Owner owner, Set<String> names) {
    return (queue == null || queue.equals(owner.queue())) && (user == null || user.equals(owner.user()))
        && (job == null || names.contains(job));
  }
}
