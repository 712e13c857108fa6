package dev.terra.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BackoffAndBreakerTest {
  @Test
  void delaysGrowByHalfUpToFiveSecondsWithHalfAtRandom() {
    Backoff backoff = new Backoff(new Random(1));
    long ceiling = 100;
    for (int attempt = 0; attempt < 20; attempt++) {
      assertThat(backoff.nextMillis()).isBetween(ceiling / 2, ceiling);
      ceiling = Math.min(5_000, ceiling + ceiling / 2);
    }
    backoff.reset();
    assertThat(backoff.nextMillis()).isBetween(50L, 100L);
  }

  @Test
  void aBreakerIsOpenForAWhileAfterEachFailure() {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    Breaker breaker = new Breaker(Duration.ofNanos(100), now::get);
    assertThat(breaker.isOpen()).isFalse();
    breaker.trip();
    assertThat(breaker.isOpen()).isTrue();
    now.addAndGet(99);
    assertThat(breaker.isOpen()).isTrue();
    breaker.trip();
    now.addAndGet(99);
    assertThat(breaker.isOpen()).isTrue();
    now.addAndGet(1);
    assertThat(breaker.isOpen()).isFalse();
  }
}
