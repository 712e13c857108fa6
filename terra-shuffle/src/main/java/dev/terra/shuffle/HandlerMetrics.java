package dev.terra.shuffle;

import dev.terra.core.view.Metric;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.count.ShuffleCounts.Count;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers the handler's counters to every reader of the NodeManager's metrics: JMX, its own {@code /prom}, and the sinks of
 * {@code hadoop-metrics2.properties}. The record is {@value #RECORD}, in the context of Hadoop's own shuffle metrics.
 */
final class HandlerMetrics implements MetricsSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HandlerMetrics.class);
  static final String RECORD = "TerraShuffle";
  private static final String CONTEXT = "mapred";

  private final ShuffleCounts counts;
  private final MetricsSystem system;

  private HandlerMetrics(ShuffleCounts counts, MetricsSystem system) {
    this.counts = counts;
    this.system = system;
  }

  /**
   * Registers the counters with the metrics of the process; returns empty if these do not accept them, which does not keep Terra from
   * carrying bytes.
   */
  static Optional<HandlerMetrics> register(ShuffleCounts counts) {
    try {
      HandlerMetrics metrics = new HandlerMetrics(counts, DefaultMetricsSystem.instance());
      metrics.system.register(RECORD, "Terra's part of the shuffle", metrics);
      return Optional.of(metrics);
    } catch (RuntimeException e) {
      LOG.warn("Terra: the NodeManager's metrics lack Terra's counters", e);
      return Optional.empty();
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord(RECORD).setContext(CONTEXT);
    for (Count count : Count.values()) {
      record.addCounter(info(count), counts.get(count));
    }
  }

  /** Returns the metric under a name in Hadoop's style: {@code RelayedBytes}. */
  static MetricsInfo info(Metric metric) {
    String words = metric.id().substring(metric.id().indexOf('.') + 1);
    return Interns.info(Arrays.stream(words.split("-")).map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining()), metric.sentence());
  }

  @Override
  public void close() {
    system.unregisterSource(RECORD);
  }
}
