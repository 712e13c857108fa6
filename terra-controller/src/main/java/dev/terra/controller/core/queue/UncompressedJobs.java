package dev.terra.controller.core.queue;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import java.util.Set;

/** The jobs that an operator excepts from compression. */
public record UncompressedJobs(ImmutableList<UncompressedJob> jobs) {
  /** An object that excepts no job. */
  public static final UncompressedJobs NONE = new UncompressedJobs(ImmutableList.of());
  /** The most entries. Each round compares all of them with each shuffle. */
  public static final int MOST = 1_000;

  /** Checks the number of entries. */
  public UncompressedJobs {
    checkArgument(jobs.size() <= MOST, "expected at most %s entries, got %s", MOST, jobs.size());
  }

  boolean has(Owner owner, Set<String> names) {
    return jobs.stream().anyMatch(job -> job.has(owner, names));
  }
}
