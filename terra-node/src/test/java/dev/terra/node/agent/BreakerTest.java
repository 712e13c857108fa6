package dev.terra.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BreakerTest {
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
