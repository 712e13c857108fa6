package dev.terra.controller.core.queue;

import com.google.common.collect.ImmutableMap;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.residency.Residency;
import dev.terra.core.shuffle.ShuffleDescriptor;
import java.util.Map;
import java.util.Optional;

/**
 * What queues are worth.
 *
 * @param terms the configured terms of the shuffles of some queues, by the queue's name
 * @param classes the latency classes, and whose fetches have which
 * @param uncompressed the jobs of which no chunk is compressed
 * @param residency where bytes of queues may be
 * @param source where YARN's word on an application's queue comes from; empty: each job's own word counts
 */
public record QueueSettings(
    Map<String, PartialTerms> terms, LatencyClasses classes, UncompressedJobs uncompressed, Residency residency,
    Optional<QueueSource> source) {
  /** No queue has terms of its own. */
  public static final QueueSettings NONE = claimed(Map.of());

  /**
   * Keeps the terms by the names that {@link #name} gives.
   *
   * @throws IllegalArgumentException if two names are of one queue
   */
  public QueueSettings {
    terms = terms.entrySet().stream().collect(ImmutableMap.toImmutableMap(queue -> name(queue.getKey()), Map.Entry::getValue));
  }

  /** Queues whose bytes may be everywhere, and of which no job is excepted from compression. */
  public QueueSettings(Map<String, PartialTerms> terms, LatencyClasses classes, Optional<QueueSource> source) {
    this(terms, classes, UncompressedJobs.NONE, Residency.FREE, source);
  }

  /** Terms of queues that jobs claim to be in. */
  public static QueueSettings claimed(Map<String, PartialTerms> terms) {
    return new QueueSettings(terms, LatencyClasses.USUAL, Optional.empty());
  }

  /** A queue's name without its root. */
  public static String name(String queue) {
    return ShuffleDescriptor.Owner.queueName(queue);
  }
}
