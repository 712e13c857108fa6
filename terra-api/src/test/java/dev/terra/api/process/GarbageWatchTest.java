package dev.terra.api.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of when a process ends because it does little but collect garbage. */
class GarbageWatchTest {
  private static final long MILLIS_OF_WINDOW = TimeUnit.NANOSECONDS.toMillis(GarbageWatch.WINDOW_NANOS);
  private final GarbageWatch watch = new GarbageWatch();
  private long windows;
  private long collected;

  private boolean window(double share) {
    windows++;
    collected += Math.round(share * MILLIS_OF_WINDOW);
    return watch.look(windows * GarbageWatch.WINDOW_NANOS, collected);
  }

  @Test
  void halfAMinuteOfCollectionsEndsIt() {
    List<Boolean> ends = new ArrayList<>();
    for (int i = 0; i <= GarbageWatch.WINDOWS; i++) {
      ends.add(window(0.9));
    }
    assertThat(ends).containsExactly(false, false, false, false, false, false, true);
  }

  @Test
  void oneThatWorksAsMuchAsItCollectsGoesOn() {
    for (int i = 0; i < 100; i++) {
      assertThat(window(0.5)).isFalse();
    }
  }

  @Test
  void aWindowOfWorkBeginsTheCountAnew() {
    for (int i = 0; i < 100; i++) {
      assertThat(window(i % GarbageWatch.WINDOWS == 0 ? 0.1 : 1)).isFalse();
    }
  }

  @Test
  void severalLooksInAWindowAreOne() {
    for (int i = 0; i < 100; i++) {
      assertThat(watch.look(1 + i, i * 1_000L)).isFalse();
    }
  }

  @Test
  @Timeout(60)
  void theWatchdogSaysWhy() throws InterruptedException {
    BlockingQueue<Throwable> ends = new LinkedBlockingQueue<>();
    AtomicLong now = new AtomicLong();
    AtomicLong millis = new AtomicLong();
    try (GarbageWatchdog watchdog = GarbageWatchdog.start(() -> now.addAndGet(GarbageWatch.WINDOW_NANOS),
        () -> millis.addAndGet(MILLIS_OF_WINDOW), ends::add)) {
      assertThat(watchdog).isNotNull();
      assertThat(ends.poll(50, TimeUnit.SECONDS)).hasMessageContaining("for 30 s the process has spent more time on garbage collection");
    }
  }
}
