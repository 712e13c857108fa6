package dev.terra.agent.pace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests rates by the real clock, since Guava's limiter reads it. The bounds are wide on the slow side, because the machine may be busy. */
class PacerTest {
  private static final int CHUNK = 10_000;

  private static long send(Pacer pacer, double seconds) {
    long start = System.nanoTime();
    long sent = 0;
    while (System.nanoTime() - start < seconds * 1e9) {
      if (pacer.tryAcquire(CHUNK, System.nanoTime())) {
        sent += CHUNK;
      }
      Thread.onSpinWait();
    }
    return sent;
  }

  @Test
  void keepsItsRate() {
    Pacer pacer = new Pacer(Pacer::guava, 0);
    pacer.rate(1e6, System.nanoTime());
    assertThat(send(pacer, 0.4)).isBetween(250_000L, 420_000L);
  }

  @Test
  void rateZeroIsAGate() {
    Pacer pacer = new Pacer(Pacer::guava, 0);
    assertThat(pacer.tryAcquire(1, System.nanoTime())).isFalse();
    pacer.rate(1e6, System.nanoTime());
    assertThat(pacer.tryAcquire(CHUNK, System.nanoTime())).isTrue();
    pacer.rate(0, System.nanoTime());
    assertThat(send(pacer, 0.05)).isZero();
  }

  @Test
  void idleTimeIsNotSavedUp() {
    Pacer pacer = new Pacer(Pacer::guava, 0);
    pacer.rate(1e6, System.nanoTime());
    assertThat(pacer.tryAcquire(CHUNK, System.nanoTime())).isTrue();
    long later = System.nanoTime() + 300_000_000;
    while (System.nanoTime() < later) {
      Thread.onSpinWait();
    }
    assertThat(send(pacer, 0.05)).isLessThan(50_000 + 2 * CHUNK + 50_000);
  }

  @Test
  void manyChangesDoNotAddUpToABurst() {
    Pacer pacer = new Pacer(Pacer::guava, 0);
    long start = System.nanoTime();
    long sent = 0;
    int change = 0;
    while (System.nanoTime() - start < 300_000_000) {
      pacer.rate(change++ % 2 == 0 ? 1e6 : 1.01e6, System.nanoTime());
      if (pacer.tryAcquire(CHUNK, System.nanoTime())) {
        sent += CHUNK;
      }
    }
    assertThat(sent).isLessThan(300_000 + 4 * CHUNK);
  }

  @Test
  void aDebtOfALowRateDoesNotOutliveARaise() {
    Pacer pacer = new Pacer(Pacer::guava, 0);
    pacer.rate(1_000, System.nanoTime());
    assertThat(pacer.tryAcquire(CHUNK, System.nanoTime())).isTrue();
    pacer.rate(1e7, System.nanoTime());
    assertThat(send(pacer, 0.1)).isGreaterThan(100_000);
  }
}
