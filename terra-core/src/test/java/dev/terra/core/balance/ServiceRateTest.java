package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ServiceRateTest {
  private static ServiceRate served(long... done) {
    ServiceRate rate = ServiceRate.UNKNOWN;
    for (long bytes : done) {
      rate = rate.after(1_000, bytes, 0.5);
    }
    return rate;
  }

  @Test
  void itFollowsWhatABusyMemberServes() {
    assertThat(served(0, 50, 100, 150).bytesPerSecond()).isEqualTo(100);
    assertThat(served(0, 50, 100, 110, 120, 130, 140, 150).bytesPerSecond()).as("it has slowed down by five times")
        .isCloseTo(20, within(3.0));
  }

  @Test
  void whatAnIdleMemberServesOnlyRaisesIt() {
    ServiceRate rate = served(0, 50, 100).after(0, 101, 0.5);
    assertThat(rate.bytesPerSecond()).isEqualTo(100);
    assertThat(rate.after(0, 201, 0.5).bytesPerSecond()).isEqualTo(200);
  }

  @Test
  void oneThatBeginsAnewHasServedNothing() {
    assertThat(served(0, 50, 100, 7).bytesPerSecond()).isEqualTo(50);
  }
}
