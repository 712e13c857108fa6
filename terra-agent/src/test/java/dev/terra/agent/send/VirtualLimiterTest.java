package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.pace.Pacer.Limiter;
import dev.terra.agent.pace.Pacer;
import dev.terra.agent.support.Await;
import java.time.Duration;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Tests that the limiter that tests use on their own clocks grants what Guava's does. Guava's follows the machine's clock, so both get the
 * same requests, one right after the other, at the machine's time. If only one of them grants a request, the other may grant the next one
 * instead, and neither loses anything by that. The permits that they have granted therefore differ by at most two requests, however long
 * the requests go on.
 */
class VirtualLimiterTest {
  private static final double RATE = 20_000;
  /** A request that takes 20 ms to pay for. */
  private static final int REQUEST = 400;
  private static final long REQUEST_NANOS = 20_000_000;

  /** The time of the machine's clock that a test has read last. */
  private static final class LastReading extends Ticker {
    private long nanos = System.nanoTime();

    @Override
    public long read() {
      return nanos;
    }
  }

  private final LastReading ticker = new LastReading();
  private final Limiter virtual = VirtualLimiter.on(ticker).apply(RATE);
  private final Limiter guava = Pacer.guava(RATE);
  private long ofVirtual;
  private long ofGuava;

  private void ask(int permits) {
    ticker.nanos = System.nanoTime();
    ofVirtual += virtual.tryAcquire(permits) ? permits : 0;
    ofGuava += guava.tryAcquire(permits) ? permits : 0;
  }

  private void askFor(long nanos, Random permits) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      ask(1 + permits.nextInt(REQUEST));
    }
  }

  private static void pause(long nanos) {
    long end = System.nanoTime() + nanos;
    Await.until("a pause", Duration.ofSeconds(30), () -> System.nanoTime() >= end);
  }

  private void assertAlike() {
    assertThat(ofVirtual).isCloseTo(ofGuava, Offset.offset(2L * REQUEST));
  }

  @Test
  void bothKeepToTheRateWhateverIsAskedFor() {
    long begin = System.nanoTime();
    askFor(400_000_000, new Random(1));
    double seconds = (System.nanoTime() - begin) / 1e9;
    assertAlike();
    assertThat((double) ofVirtual).isBetween(0.5 * RATE * seconds, RATE * seconds + 2 * REQUEST);
  }

  @Test
  void bothGrantTheFirstRequestAtOnceAndMakeTheNextOnesPayForIt() {
    ask(10 * REQUEST);
    assertThat(ofVirtual).isEqualTo(10L * REQUEST);
    assertThat(ofGuava).isEqualTo(10L * REQUEST);
    long paid = System.nanoTime() + 9 * REQUEST_NANOS;
    while (System.nanoTime() < paid) {
      ask(1);
    }
    assertThat(ofVirtual).as("before it is paid for").isCloseTo(10L * REQUEST, Offset.offset(1L * REQUEST));
    askFor(5 * REQUEST_NANOS, new Random(2));
    assertAlike();
    assertThat(ofVirtual).as("after that").isGreaterThan(10L * REQUEST);
  }

  @Test
  void bothSaveUpAPauseAndOfALongOneASecond() {
    for (long pauseMillis : new long[] {200, 1_500}) {
      askFor(REQUEST_NANOS, new Random(3));
      long paused = System.nanoTime();
      pause(pauseMillis * 1_000_000);
      long before = ofVirtual;
      long begin = System.nanoTime();
      for (int i = 0; i < 2 * RATE / REQUEST; i++) {
        ask(REQUEST);
      }
      double saved = RATE * Math.min(1, (begin - paused) / 1e9);
      double meanwhile = RATE * (System.nanoTime() - begin) / 1e9;
      assertAlike();
      assertThat((double) ofVirtual - before).as("after %d ms", pauseMillis)
          .isBetween(saved - 2 * REQUEST, saved + meanwhile + 2 * REQUEST);
    }
  }
}
