package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.support.Waiting;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.configuration2.SubsetConfiguration;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSink;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Metrics")
abstract class MetricsChapter extends ContractChapter {
  /** Returns the sum of each metric over all handlers of this process. */
  private static Map<String, Long> metrics() {
    MetricsSystem system = DefaultMetricsSystem.initialize("contract");
    Sums sums = new Sums();
    String name = "sums" + System.identityHashCode(sums);
    system.register(name, "adds up", sums);
    system.publishMetricsNow();
    system.unregisterSource(name);
    return sums.values;
  }

  @Test
  @DisplayName("ShuffleMetrics in context mapred: ShuffleOutputBytes, ShuffleOutputsOK, ShuffleOutputsFailed, ShuffleConnections")
  void counts() throws IOException {
    job().writeOutput(node().localDirectory(0), 0, 1_000, 234);
    job().writeOutput(node().localDirectory(0), 1, 1_000, 100);
    Map<String, Long> before = new HashMap<>(metrics());
    assertThat(before).containsKeys("ShuffleOutputBytes", "ShuffleOutputsOK", "ShuffleOutputsFailed", "ShuffleConnections");
    assertThat(reducer().fetch(1, 0, 1).status()).isEqualTo(200);
    assertThat(reducer().fetch(1, 7).status()).isEqualTo(500);
    Waiting.until("the response is counted", () -> grown(before, "ShuffleOutputsOK") == 1);
    assertThat(grown(before, "ShuffleOutputBytes")).isEqualTo(334);
    assertThat(grown(before, "ShuffleOutputsFailed")).isZero();
  }

  private static long grown(Map<String, Long> before, String metric) {
    return metrics().get(metric) - before.get(metric);
  }

  private static final class Sums implements MetricsSink {
    private final Map<String, Long> values = new ConcurrentHashMap<>();

    @Override
    public void putMetrics(MetricsRecord metrics) {
      if (metrics.name().equals("ShuffleMetrics") && metrics.context().equals("mapred")) {
        for (AbstractMetric metric : metrics.metrics()) {
          values.merge(metric.name(), metric.value().longValue(), Long::sum);
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
}
