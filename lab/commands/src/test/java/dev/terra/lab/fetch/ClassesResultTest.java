package dev.terra.lab.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.lab.fetch.ClassesResult.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassesResultTest {
  @Test
  void aRowHoldsWhereAllItsLimitsAreKept() {
    Figure kept = Figure.atMost(2, "one", 2);
    assertThat(ClassesResult.of(ClassesRow.PLANS, List.of(kept, Figure.shown("other", 9))).holds()).isTrue();
    assertThat(ClassesResult.of(ClassesRow.PLANS, List.of(kept, Figure.atLeast(1, "other", .9))).holds()).isFalse();
    assertThat(ClassesResult.of(ClassesRow.PLANS, List.of(Figure.atMost(2, "one", 2.1))).holds()).isFalse();
  }

  @Test
  void whatIsNotANumberKeepsNoLimit() {
    assertThat(Figure.atMost(2, "one", Double.NaN).holds()).isFalse();
    assertThat(Figure.atLeast(0, "one", Double.NaN).holds()).isFalse();
    assertThat(Figure.shown("one", Double.NaN).holds()).isTrue();
  }

  @Test
  void theAdmissionRowAsksForThreeTimesWhatCanBePromisedAndForLessThanTheLink() {
    // the rate is 8 / 13 x .7 / 1.4 of 3 MB/s, of which 1448 bytes of 1500 are data, in fetches of 64 KiB
    assertThat(AdmissionMeasurement.promisablePerSecond()).isCloseTo(13.596, within(.001));
    assertThat(3 * AdmissionMeasurement.promisablePerSecond()).isLessThan(3e6 * 1448 / 1500 / (64 << 10));
  }
}
