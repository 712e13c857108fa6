package dev.terra.rest.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ViewTimesTest {
  private static final Instant START = Instant.parse("2026-01-31T12:00:00.000Z");

  private final ViewTimes times = new ViewTimes(START);

  @Test
  void secondsOfTheControllerAreTimesOfDay() {
    assertThat(times.at(0)).isEqualTo(START);
    assertThat(times.at(1.2345)).isEqualTo("2026-01-31T12:00:01.234Z");
    assertThat(times.at(86_400)).isEqualTo("2026-02-01T12:00:00Z");
  }

  @Test
  void whatHasNoTimeHasNone() {
    assertThat(times.at(OptionalDouble.empty())).isNull();
    assertThat(times.at(OptionalDouble.of(2))).isEqualTo(START.plusSeconds(2));
  }

  @Test
  void aTimeThatNeverComesIsFarAwayAndStillATime() {
    Instant never = times.at(Double.POSITIVE_INFINITY);

    assertThat(never).isEqualTo(times.at(1e12)).isAfter(START.plus(Duration.ofDays(10_000)));
  }
}
