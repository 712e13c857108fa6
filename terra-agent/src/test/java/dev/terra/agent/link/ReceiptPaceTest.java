package dev.terra.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReceiptPaceTest {
  private final ReceiptPace pace = new ReceiptPace();

  private int told(long bytesPerTick, int ticks) {
    int told = 0;
    for (int tick = 1; tick <= ticks; tick++) {
      told += pace.takeDue(bytesPerTick * tick, tick * 200_000_000L) ? 1 : 0;
    }
    return told;
  }

  @Test
  void muchIsToldAtEachTick() {
    assertThat(told(100_000, 50)).isEqualTo(50);
  }

  @Test
  void littleIsToldOnceASecond() {
    assertThat(told(2_000, 50)).isBetween(9, 10);
  }

  @Test
  void nothingAndProbesAreNotTold() {
    assertThat(told(0, 50)).isZero();
    assertThat(told(100, 50)).isLessThanOrEqualTo(1);
  }

  @Test
  void severalFarEndsTellOnceInATick() {
    assertThat(pace.takeDue(100_000, 200_000_000)).isTrue();
    assertThat(pace.takeDue(150_000, 210_000_000)).isFalse();
    assertThat(pace.takeDue(200_000, 400_000_000)).isTrue();
  }
}
