package dev.terra.core.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BandwidthValuesTest {
  @Test
  void aMegabitIsAnEighthOfAMillionBytes() {
    assertThat(Bandwidth.ofMegabitsPerSecond(8).bytesPerSecond()).isEqualTo(1e6);
    assertThat(new Bandwidth(1e6).megabitsPerSecond()).isEqualTo(8);
    assertThat(new Bandwidth(3).times(2).bytesPerSecond()).isEqualTo(6);
  }

  @Test
  void theLargerOneIsTheFaster() {
    assertThat(new Bandwidth(2)).isGreaterThan(new Bandwidth(1)).isEqualByComparingTo(new Bandwidth(2));
    assertThat(new Bandwidth(1)).isLessThan(new Bandwidth(2));
  }

  @Test
  void textIsInMegabitsUpToAThousandOfThem() {
    assertThat(Bandwidth.ofMegabitsPerSecond(999)).hasToString("999.0 Mbps");
    assertThat(Bandwidth.ofMegabitsPerSecond(1000)).hasToString("1.000 Gbps");
    assertThat(Bandwidth.ofMegabitsPerSecond(5120)).hasToString("5.120 Gbps");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void othersAreNone(double bytesPerSecond) {
    assertThatThrownBy(() -> new Bandwidth(bytesPerSecond)).hasMessageContaining("finite and at least 0");
    assertThat(new Bandwidth(0).bytesPerSecond()).isZero();
  }
}
