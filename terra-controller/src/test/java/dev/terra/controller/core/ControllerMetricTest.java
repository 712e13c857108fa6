package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.controller.view.ControllerMetric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the metrics of a controller whose state is known. */
class ControllerMetricTest {
  private final Harness harness = new Harness();

  private double read(ControllerMetric metric) {
    return metric.read(harness.state.view(harness.nowNanos));
  }

  @ParameterizedTest
  @EnumSource
  void whereNothingIsKnownEveryFigureIsZeroButEvents(ControllerMetric metric) {
    assertThat(read(metric)).isEqualTo(metric == ControllerMetric.EVENTS ? 1 : 0);
    assertThat(metric.sentence()).matches("[A-Z].*\\.");
    assertThat(metric.id()).matches("controller\\.[a-z-]+");
  }

  @ParameterizedTest
  @CsvSource({
      "UPTIME,7", "OUTSTANDING_TIME,5", "ROUNDS,2", "EPOCH,2", "ROUND_TIME,4.5", "LIVE_AGENTS,2", "PLANNED_TUNNELS,12", "TUNNELS_UP,1",
      "LINKS_DOWN,0", "RUNNING_SHUFFLES,2", "OPEN_BUNDLES,2", "SENDING_BUNDLES,1", "LEFT_BYTES,1400", "PLANNED_RATE,125000", "EVENTS,5"})
  void readsWhatIsTrue(ControllerMetric metric, double expected) {
    harness.helloAll();
    harness.at(2).produced(1, "job_1", 1000L, 500L, 70L);
    harness.placed(1, "job_1", 0, "B");
    harness.placed(1, "job_1", 1, "C");
    harness.progress(1, "job_1", "B", 100, 0, 0);
    harness.produced(2, "job_2", 40L);
    harness.round();
    harness.tunnel(1, true, "A", "B");
    harness.tunnel(1, false, "A", "C", "B");
    harness.tunnel(3, true, "C", "A");
    harness.state.streamEnded(3, "gone", harness.nowNanos);
    harness.at(7).round();
    harness.state.noteRoundMillis(4.5);
    assertThat(read(metric)).isCloseTo(expected, within(1e-9));
  }

  @Test
  void aLinkThatIsDownCountsInBothDirections() {
    harness.helloAll();
    harness.at(5).tunnel(2, false, "B", "A");
    assertThat(read(ControllerMetric.LINKS_DOWN)).isEqualTo(2);
  }
}
