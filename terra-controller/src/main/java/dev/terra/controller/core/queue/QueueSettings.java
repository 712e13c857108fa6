package dev.terra.controller.core.queue;

import com.google.common.collect.ImmutableMap;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.residency.Residency;
import dev.terra.core.shuffle.ShuffleDescriptor;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of queues.
 *
 * @param terms the configured terms of the shuffles of some queues, by the queue's name
 * @param classes the latency classes, and whose fetches have which class
 * @param uncompressed the jobs of which no chunk is compressed
 * @param residency the sites where bytes of queues may be
 * @param source returns the queue in which YARN runs an application; empty if the queue that each job names counts
 */
public record QueueSettings(
    Map<String, PartialTerms> terms, LatencyClasses classes, UncompressedJobs uncompressed, Residency residency,
    Optional<QueueSource> source) {
  /** Settings in which no queue has terms of its own. */
  public static final QueueSettings NONE = claimed(Map.of());

  /**
   * Keeps the terms by the names that {@link #name} returns.
   *
   * @throws IllegalArgumentException if two names belong to one queue
   */
  public QueueSettings {
    terms = terms.entrySet().stream().collect(ImmutableMap.toImmutableMap(queue -> name(queue.getKey()), Map.Entry::getValue));
  }

  /** Creates the settings of queues whose bytes may be at any site, and of which no job is excepted from compression. */
  public QueueSettings(Map<String, PartialTerms> terms, LatencyClasses classes, Optional<QueueSource> source) {
    this(terms, classes, UncompressedJobs.NONE, Residency.FREE, source);
  }

  /** Returns settings with terms for the queues that jobs claim to be in. */
  public static QueueSettings claimed(Map<String, PartialTerms> terms) {
    return new QueueSettings(terms, LatencyClasses.USUAL, Optional.empty());
  }

  /** Returns a queue's name without its root. */
  public static String name(String queue) {
    return ShuffleDescriptor.Owner.queueName(queue);
  }
}
