package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.count.ShuffleCounts.Count;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.configuration2.SubsetConfiguration;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSink;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;

/** Tests of the metrics that a handler publishes in Hadoop's metrics system. */
class HandlerMetricsTest {
  /** A sink that keeps the latest values by name. */
  private static final class Latest implements MetricsSink {
    private final Map<String, Long> values = new ConcurrentHashMap<>();
    private final Map<String, String> sentences = new ConcurrentHashMap<>();

    @Override
    public void putMetrics(MetricsRecord metrics) {
      if (metrics.name().equals(HandlerMetrics.RECORD) && metrics.context().equals("mapred")) {
        for (AbstractMetric metric : metrics.metrics()) {
          values.put(metric.name(), metric.value().longValue());
          sentences.put(metric.name(), metric.description());
        }
      }
    }

    @Override
    public void flush() {
      // Nothing is kept back.
    }

    @Override
    public void init(SubsetConfiguration configuration) {
      // Nothing to configure.
    }
  }

  private static Latest published(MetricsSystem system) {
    Latest latest = new Latest();
    String name = "latest" + System.identityHashCode(latest);
    system.register(name, "keeps the latest", latest);
    system.publishMetricsNow();
    system.unregisterSource(name);
    return latest;
  }

  @Test
  void everyCounterIsShownWithItsSentenceUntilTheHandlerEnds() {
    DefaultMetricsSystem.setMiniClusterMode(true);
    MetricsSystem system = DefaultMetricsSystem.initialize("handler");
    ShuffleCounts counts = new ShuffleCounts();
    counts.add(Count.RELAYED_BYTES, 1_234);
    counts.add(Count.FALLBACKS, 1);

    HandlerMetrics metrics = HandlerMetrics.register(counts).orElseThrow();
    Latest latest = published(system);
    metrics.close();

    assertThat(latest.values).hasSize(Count.values().length).containsEntry("RelayedBytes", 1_234L).containsEntry("Fallbacks", 1L)
        .containsEntry("RedirectedFetches", 0L);
    assertThat(latest.sentences).containsEntry("RelayedBytes", Count.RELAYED_BYTES.sentence());
    assertThat(published(system).values).isEmpty();
  }

  /** Outside the mini cluster mode, as in a NodeManager, a name can be registered only once. */
  @Test
  void aHandlerWhoseNameIsTakenGoesOnWithoutMetrics() {
    MetricsSystem system = DefaultMetricsSystem.initialize("handler");
    DefaultMetricsSystem.setMiniClusterMode(false);
    try {
      system.startMetricsMBeans();
      HandlerMetrics first = HandlerMetrics.register(new ShuffleCounts()).orElseThrow();
      assertThat(HandlerMetrics.register(new ShuffleCounts())).isEmpty();
      first.close();
      HandlerMetrics.register(new ShuffleCounts()).orElseThrow().close();
    } finally {
      DefaultMetricsSystem.setMiniClusterMode(true);
    }
  }
}
