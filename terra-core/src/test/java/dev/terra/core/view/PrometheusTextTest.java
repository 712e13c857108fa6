package dev.terra.core.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusTextTest {
  private record Figure(String id, String unit, MetricKind kind, String sentence) implements Metric {}

  private static Figure figure(String id, String unit, MetricKind kind) {
    return new Figure(id, unit, kind, "What it is.");
  }

  @ParameterizedTest
  @CsvSource({
      "controller.round-time, milliseconds, GAUGE, terra_controller_round_time_seconds",
      "controller.uptime, seconds, COUNTER, terra_controller_uptime_seconds_total",
      "agent.delivered-bytes, bytes, COUNTER, terra_agent_delivered_bytes_total",
      "controller.planned-rate, bytes/s, GAUGE, terra_controller_planned_rate_bytes_per_second",
      "agent.tunnels-up, tunnels, GAUGE, terra_agent_tunnels_up",
      "link.up, 0 or 1, GAUGE, terra_link_up"})
  void namesFollowPrometheusConventions(String id, String unit, MetricKind kind, String name) {
    assertThat(figure(id, unit, kind).prometheusName()).isEqualTo(name);
  }

  @Test
  void valuesAreInBaseUnits() {
    assertThat(new PrometheusText().add(figure("a.time", "milliseconds", MetricKind.GAUGE), 1.5).toString()).isEqualTo("""
        # HELP terra_a_time_seconds What it is.
        # TYPE terra_a_time_seconds gauge
        terra_a_time_seconds 0.0015
        """);
  }

  @Test
  void labelsAndTextsAreEscaped() {
    Map<SortedMap<String, String>, Double> values = new LinkedHashMap<>();
    values.put(new TreeMap<>(Map.of("to", "b\"\\\n", "from", "a")), 1e15);
    values.put(new TreeMap<>(Map.of("to", "c", "from", "a")), Double.POSITIVE_INFINITY);
    Figure figure = new Figure("x.n", "things", MetricKind.COUNTER, "One\\two\nthree.");

    assertThat(new PrometheusText().add(figure, values).toString()).isEqualTo("""
        # HELP terra_x_n_total One\\\\two\\nthree.
        # TYPE terra_x_n_total counter
        terra_x_n_total{from="a",to="b\\"\\\\\\n"} 1.0E15
        terra_x_n_total{from="a",to="c"} +Inf
        """);
  }

  @Test
  void aMetricIsThereOnce() {
    Figure figure = figure("a.b", "things", MetricKind.GAUGE);
    PrometheusText text = new PrometheusText().add(figure, 1);
    assertThatThrownBy(() -> text.add(figure, 2)).hasMessageContaining("terra_a_b");
  }
}
