package dev.terra.agent.view;

import dev.terra.agent.cache.CacheUse.QueueMemory;
import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;

/** The metrics of a queue's part of the cache, labelled with the {@code queue}. The label is empty for jobs whose queue is not known. */
public enum CacheQueueMetric implements DescribedMetric<QueueMemory> {
  CACHE_USED(MetricDescription.gauge("bytes", "Memory that keeps segments of the queue's jobs.", QueueMemory::usedBytes)),
  CACHE_SHARE(MetricDescription.gauge("bytes", "Memory that the queue may hold while others need room.", QueueMemory::shareBytes));

  @SuppressWarnings("ImmutableEnumChecker") // readings have no state
  private final MetricDescription<QueueMemory> description;

  CacheQueueMetric(MetricDescription<QueueMemory> description) {
    this.description = description;
  }

  @Override
  public String part() {
    return "queue";
  }

  @Override
  public MetricDescription<QueueMemory> description() {
    return description;
  }
}
