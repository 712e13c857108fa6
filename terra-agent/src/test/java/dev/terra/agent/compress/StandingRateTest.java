package dev.terra.agent.compress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StandingRateTest {
  private static final long MILLI = 1_000_000L;
  private static final long TURN_NANOS = 200 * MILLI;
  private static final double RATE = 1e7;

  private final StandingRate first = StandingRate.none().after(RATE, 0);

  @Test
  void theFirstRateCountsAtOnceAndOnesNearItAreNoOthers() {
    assertThat(first.bytesPerSecond()).isEqualTo(RATE);
    assertThat(first.after(1.2 * RATE, 0).after(1.2 * RATE, 10_000 * MILLI)).isEqualTo(first);
  }

  @Test
  void anotherOneCountsOnceItHasStood() {
    StandingRate other = first.after(.75 * RATE, 0).after(.7 * RATE, 499 * MILLI);
    assertThat(other.bytesPerSecond()).isEqualTo(RATE);
    assertThat(other.after(.7 * RATE, 500 * MILLI).bytesPerSecond()).as("the last one").isEqualTo(.7 * RATE);
  }

  @Test
  void oneThatIsFarFromItCountsSooner() {
    assertThat(first.after(4 * RATE, 0).after(4 * RATE, 99 * MILLI).bytesPerSecond()).isEqualTo(RATE);
    assertThat(first.after(4 * RATE, 0).after(4 * RATE, 100 * MILLI).bytesPerSecond()).isEqualTo(4 * RATE);
    assertThat(first.after(RATE / 4, 0).after(RATE / 4, 100 * MILLI).bytesPerSecond()).isEqualTo(RATE / 4);
  }

  @Test
  void oneThatComesAndGoesNeverCounts() {
    StandingRate rate = first;
    for (int turn = 1; turn < 100; turn++) {
      rate = rate.after(turn % 2 == 0 ? RATE : .75 * RATE, turn * TURN_NANOS);
      assertThat(rate.bytesPerSecond()).isEqualTo(RATE);
    }
  }

  @Test
  void twoOthersInTurnsDoNotCountEither() {
    StandingRate rate = first;
    for (int turn = 1; turn < 100; turn++) {
      rate = rate.after(turn % 2 == 0 ? 1.5 * RATE : .75 * RATE, turn * TURN_NANOS);
      assertThat(rate.bytesPerSecond()).isEqualTo(RATE);
    }
  }
}
