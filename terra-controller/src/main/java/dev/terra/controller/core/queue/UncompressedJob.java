package dev.terra.controller.core.queue;

import static com.google.common.base.Preconditions.checkArgument;

import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of which no chunk is compressed on its way: those of a queue, of a user or of a name, or of several of these at once.
 *
 * @param queue as {@code QueueSettings.name} writes it; null: any
 * @param user null: any
 * @param job null: any
 */
public record UncompressedJob(@Nullable String queue, @Nullable String user, @Nullable String job) {
  /** Checks that it names some jobs. */
  public UncompressedJob {
    checkArgument(queue != null || user != null || job != null, "expected a queue, a user or a job");
  }

  /**
   * Whether a shuffle is one of these jobs'.
   *
   * @param owner whose it is, its queue written as here; with empty names where that is not known
   * @param names by which its job is known
   */
  boolean has(Owner owner, Set<String> names) {
    return (queue == null || queue.equals(owner.queue())) && (user == null || user.equals(owner.user()))
        && (job == null || names.contains(job));
  }
}
