package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.latency.PromiseWatch.Verdict;
import org.junit.jupiter.api.Test;

class PromiseWatchTest {
  private static final long WINDOW = PromiseWatch.WINDOW_NANOS;

  @Test
  void isJudgedByTheRequestsOfEachWindow() {
    PromiseWatch watch = PromiseWatch.begin(0).after(1_000, 990, 99, WINDOW - 1);
    assertThat(watch.verdict()).isEqualTo(Verdict.UNKNOWN);
    watch = watch.after(1_000, 990, 99, WINDOW);
    assertThat(watch.verdict()).as("10 of 1,000 may miss").isEqualTo(Verdict.KEPT);
    assertThat(watch.sinceNanos()).isEqualTo(WINDOW);
    watch = watch.after(2_000, 1_980, 99, 2 * WINDOW);
    assertThat(watch.sinceNanos()).as("it is as before").isEqualTo(WINDOW);
    watch = watch.after(3_000, 2_969, 99, 3 * WINDOW);
    assertThat(watch.verdict()).as("11 of 1,000 missed").isEqualTo(Verdict.MISSED);
    assertThat(watch.sinceNanos()).isEqualTo(3 * WINDOW);
  }

  @Test
  void aWindowWithoutRequestsSaysNothing() {
    PromiseWatch watch = PromiseWatch.begin(0).after(10, 10, 99.9, WINDOW).after(10, 10, 99.9, 2 * WINDOW);
    assertThat(watch.verdict()).isEqualTo(Verdict.KEPT);
    assertThat(watch.sinceNanos()).isEqualTo(WINDOW);
    assertThat(watch.after(11, 11, 99.9, 3 * WINDOW).sinceNanos()).isEqualTo(WINDOW);
  }

  @Test
  void oneOfFewMayMiss() {
    assertThat(PromiseWatch.begin(0).after(20, 19, 99.9, WINDOW).verdict()).isEqualTo(Verdict.KEPT);
    assertThat(PromiseWatch.begin(0).after(20, 18, 99.9, WINDOW).verdict()).isEqualTo(Verdict.MISSED);
  }

  @Test
  void whoCountsAnewIsJudgedByWhatItHasCounted() {
    PromiseWatch watch = PromiseWatch.begin(0).after(1_000, 1_000, 99, WINDOW).after(10, 2, 99, 2 * WINDOW);
    assertThat(watch.verdict()).isEqualTo(Verdict.MISSED);
    assertThat(watch.after(20, 12, 99, 3 * WINDOW).verdict()).isEqualTo(Verdict.KEPT);
  }
}
