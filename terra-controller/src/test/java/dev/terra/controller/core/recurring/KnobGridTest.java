package dev.terra.controller.core.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.recurring.RecurringSettings.Knob;
import dev.terra.controller.view.KnobChoice;
import org.junit.jupiter.api.Test;

/** Tests of the choices that runs may use, and of their order. */
class KnobGridTest {
  private static final double FASTEST = Double.POSITIVE_INFINITY;

  private static RecurringSettings settings(double eta, Knob... knobs) {
    return new RecurringSettings(ImmutableMap.of(), eta, 6, 10, ImmutableSet.copyOf(knobs));
  }

  private static KnobChoice on(double usdPerHour) {
    return new KnobChoice(true, usdPerHour);
  }

  private static KnobChoice off(double usdPerHour) {
    return new KnobChoice(false, usdPerHour);
  }

  @Test
  void whatIsUsualStandsBetweenCheaperPathsAndNoCompression() {
    KnobGrid grid = KnobGrid.of(settings(0.5, Knob.COMPRESSION, Knob.PATHS), FASTEST);
    assertThat(grid.choices()).containsExactly(on(0), on(6), on(FASTEST), off(FASTEST), off(6), off(0));
    assertThat(grid.usual()).isEqualTo(2);
  }

  @Test
  void aPlanWeighsAsTheCostDoes() {
    assertThat(KnobGrid.of(settings(0.75, Knob.PATHS), FASTEST).choices()).containsExactly(on(0), on(2), on(FASTEST));
    assertThat(KnobGrid.of(settings(0, Knob.PATHS), FASTEST).choices()).containsExactly(on(0), on(FASTEST));
    assertThat(KnobGrid.of(settings(1, Knob.PATHS), FASTEST).choices()).containsExactly(on(0), on(FASTEST));
  }

  @Test
  void aQueuesOwnValueIsTheUsualOne() {
    KnobGrid grid = KnobGrid.of(settings(0.5, Knob.PATHS), 9);
    assertThat(grid.choices()).containsExactly(on(0), on(6), on(9), on(FASTEST));
    assertThat(grid.usual()).isEqualTo(2);
    assertThat(KnobGrid.of(settings(0.5, Knob.COMPRESSION), 9)).isEqualTo(new KnobGrid(
        ImmutableList.of(on(9), off(9)), 0));
  }
}
