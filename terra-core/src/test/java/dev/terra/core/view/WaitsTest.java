package dev.terra.core.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class WaitsTest {
  private record Figure(String id, String unit, MetricKind kind, String sentence) implements Metric {}

  @Test
  void quantilesLieBetweenTheirBounds() {
    Waits waits = Waits.NONE;
    for (int i = 0; i < 98; i++) {
      waits = waits.plus(0.02);
    }
    waits = waits.plus(7).plus(7);

    assertThat(waits.count()).isEqualTo(100);
    assertThat(waits.sumSeconds()).isCloseTo(98 * 0.02 + 14, within(1e-9));
    assertThat(waits.quantileSeconds(0.5).getAsDouble()).isBetween(0.01, 0.025);
    assertThat(waits.quantileSeconds(0.99).getAsDouble()).isBetween(5.0, 10.0);
  }

  @Test
  void nothingAndTheLongestHaveQuantilesToo() {
    assertThat(Waits.NONE.quantileSeconds(0.5)).isEmpty();
    assertThat(Waits.NONE.plus(1_000).quantileSeconds(0.5)).hasValue(180);
    assertThat(Waits.NONE.plus(0).quantileSeconds(1)).hasValue(0.001);
  }

  @Test
  void severalAreAdded() {
    assertThat(Waits.NONE.plus(0.3).plus(Waits.NONE.plus(40))).isEqualTo(Waits.NONE.plus(0.3).plus(40));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> Waits.of(List.of(1L), 1)).hasMessageContaining("expected 17 counts");
    assertThatThrownBy(() -> Waits.of(Waits.NONE.counts(), Double.NaN)).hasMessageContaining("NaN");
  }

  @Test
  void prometheusGetsBucketsThatAddUp() {
    Figure figure = new Figure("a.wait", "seconds", MetricKind.HISTOGRAM, "What it is.");

    assertThat(new PrometheusText().add(figure, Waits.NONE.plus(0.002).plus(0.004).plus(500)).toString())
        .startsWith("""
            # HELP terra_a_wait_seconds What it is.
            # TYPE terra_a_wait_seconds histogram
            terra_a_wait_seconds_bucket{le="0.001"} 0
            terra_a_wait_seconds_bucket{le="0.0025"} 1
            terra_a_wait_seconds_bucket{le="0.005"} 2
            """)
        .endsWith("""
            terra_a_wait_seconds_bucket{le="180"} 2
            terra_a_wait_seconds_bucket{le="+Inf"} 3
            terra_a_wait_seconds_sum 500.006
            terra_a_wait_seconds_count 3
            """);
  }
}
