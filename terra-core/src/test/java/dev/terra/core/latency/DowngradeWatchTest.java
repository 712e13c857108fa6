package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DowngradeWatchTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 7 * SECOND;
  private static final long HOLD = DowngradeWatch.HOLD_NANOS;

  private final DowngradeWatch begun = DowngradeWatch.begin(START);

  @Test
  void theFirstChangeComesAtOnce() {
    assertThat(begun.after(0.9, START)).isEqualTo(begun);
    assertThat(begun.after(0.89, START)).isEqualTo(new DowngradeWatch(true, START));
  }

  @Test
  void itEndsWhenNearlyAllIsAdmittedAgain() {
    DowngradeWatch downgrading = begun.after(0.5, START);
    assertThat(downgrading.after(0.98, START + HOLD)).as("above the lower bound only").isEqualTo(downgrading);
    assertThat(downgrading.after(0.99, START + HOLD)).isEqualTo(new DowngradeWatch(false, START + HOLD));
  }

  @Test
  void aShareThatSwingsChangesItOnceAMinute() {
    DowngradeWatch watch = begun;
    int changes = 0;
    for (int second = 0; second < 600; second++) {
      DowngradeWatch next = watch.after(second % 2 == 0 ? 0.2 : 1, START + second * SECOND);
      changes += next.downgrading() == watch.downgrading() ? 0 : 1;
      watch = next;
    }
    assertThat(changes).isBetween(2, 10);
  }
}
