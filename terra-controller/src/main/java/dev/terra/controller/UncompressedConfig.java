package dev.terra.controller;

import com.google.common.collect.ImmutableList;
import dev.terra.config.ConfigException;
import dev.terra.config.Key;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.queue.UncompressedJob;
import dev.terra.controller.core.queue.UncompressedJobs;
import dev.terra.core.failure.Failures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The key {@code compression} of a controller's configuration. */
final class UncompressedConfig {
  private static final String OFF = "compression.off";

  private UncompressedConfig() {}

  /** The keys of {@code compression}. The value of a missing key is null. */
  public record Keys(
      @Key(value = "the jobs of which no chunk is compressed: a list of entries with a `queue`, a `user`, a `job` or several of these",
          otherwise = "none") @Nullable List<JobKeys> off) {}

  record JobKeys(@Nullable String queue, @Nullable String user, @Nullable String job) {}

  /**
   * Returns the jobs that the keys describe.
   *
   * @param keys the keys; null if the configuration has none
   * @throws ConfigException if an entry names no jobs, or there are too many entries
   */
  static UncompressedJobs of(@Nullable Keys keys) {
    if (keys == null || keys.off() == null) {
      return UncompressedJobs.NONE;
    }
    try {
      return new UncompressedJobs(keys.off().stream().map(UncompressedConfig::job).collect(ImmutableList.toImmutableList()));
    } catch (IllegalArgumentException e) {
      throw ConfigException.ofKey(OFF, Failures.inWords(e));
    }
  }

  private static UncompressedJob job(JobKeys keys) {
    return new UncompressedJob(keys.queue() == null ? null : QueueSettings.name(keys.queue()), keys.user(), keys.job());
  }
}
