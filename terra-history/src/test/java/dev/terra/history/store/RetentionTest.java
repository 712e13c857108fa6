package dev.terra.history.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetentionTest {
  @Test
  void aHistoryHasALeastSize() {
    assertThat(Retention.within(Retention.LEAST_BYTES).databaseBytes()).isPositive();
    assertThatThrownBy(() -> Retention.within(Retention.LEAST_BYTES - 1)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("history needs at least 8388608 bytes, got 8388607");
  }

  @Test
  void theDatabaseLeavesRoomForWhatStandsBesideIt() {
    assertThat(Retention.within(Retention.DEFAULT_BYTES).databaseBytes()).isLessThan(Retention.DEFAULT_BYTES);
  }

  @Test
  void theUsualStepsGetOlderAndCoarserAndFitIntoEachOther() {
    long age = 0;
    int span = Retention.FINEST_MILLIS;
    for (Retention.Step step : Retention.USUAL) {
      assertThat(step.afterMillis()).isGreaterThan(age);
      assertThat(step.spanMillis()).isGreaterThan(span);
      assertThat(step.spanMillis() % span).isZero();
      age = step.afterMillis();
      span = step.spanMillis();
    }
  }

  @Test
  void stepsAreItsOwn() {
    List<Retention.Step> steps = new ArrayList<>(Retention.USUAL);
    Retention retention = new Retention(steps, Retention.DEFAULT_BYTES);
    steps.clear();

    assertThat(retention.steps()).isEqualTo(Retention.USUAL);
  }
}
