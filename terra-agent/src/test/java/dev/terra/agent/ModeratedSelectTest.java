package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Tests when a loop waits for more messages, on a clock that stands still unless a test advances it. */
class ModeratedSelectTest {
  private long nanos;
  private long cpuNanos;
  private long parkedNanos;
  private int ready;
  private final ModeratedSelect select = new ModeratedSelect(new ModeratedSelect.Clock(() -> nanos, () -> cpuNanos, pause -> {
    parkedNanos += pause;
    nanos += pause;
  }));

  private int round(boolean hasTasks) throws Exception {
    parkedNanos = 0;
    return select.calculateStrategy(() -> ready, hasTasks);
  }

  private void pass(long micros, long cpuMicros) {
    nanos += TimeUnit.MICROSECONDS.toNanos(micros);
    cpuNanos += TimeUnit.MICROSECONDS.toNanos(cpuMicros);
  }

  @Test
  void theFirstMessageAfterAPauseIsNotHeldUp() throws Exception {
    assertThat(round(false)).isEqualTo(SelectStrategy.SELECT);
    assertThat(parkedNanos).isZero();
    pass(50_000, 100);
    assertThat(round(false)).isEqualTo(SelectStrategy.SELECT);
    assertThat(parkedNanos).isZero();
  }

  @Test
  void messagesInQuickSuccessionAreLookedAtTogether() throws Exception {
    round(false);
    pass(1_000, 100);
    ready = 3;
    assertThat(round(false)).isEqualTo(3);
    assertThat(parkedNanos).isEqualTo(ModeratedSelect.PAUSE_PER_COST * TimeUnit.MICROSECONDS.toNanos(100));
    pass(1_000, 100);
    ready = 0;
    assertThat(round(false)).as("nothing came: sleep until something does").isEqualTo(SelectStrategy.SELECT);
    assertThat(parkedNanos).isEqualTo(ModeratedSelect.PAUSE_PER_COST * TimeUnit.MICROSECONDS.toNanos(100));
  }

  @Test
  void aRoundThatCostsMuchIsFollowedByTheLongestPause() throws Exception {
    round(false);
    pass(3_000, 3_000);
    round(false);
    assertThat(parkedNanos).isEqualTo(ModeratedSelect.PAUSE_NANOS);
  }

  @Test
  void aLoopWithMuchToDoNeverWaits() throws Exception {
    round(false);
    pass(5_000, 4_200);
    assertThat(round(false)).isEqualTo(SelectStrategy.SELECT);
    assertThat(parkedNanos).isZero();
    pass(5_000, 3_900);
    round(false);
    assertThat(parkedNanos).as("other threads had the core").isPositive();
  }

  @Test
  void tasksOfOtherThreadsAreNotHeldUp() throws Exception {
    round(false);
    pass(100, 100);
    ready = 2;
    assertThat(round(true)).isEqualTo(2);
    assertThat(parkedNanos).isZero();
  }

  @Test
  void whatIsAskedPromptlyEndsAPause() throws Exception {
    ModeratedSelect real = new ModeratedSelect(new ModeratedSelect.Clock(() -> 0, () -> 0, pause -> {
      long start = System.nanoTime();
      LockSupport.parkNanos(TimeUnit.MINUTES.toNanos(1));
      parkedNanos = System.nanoTime() - start;
    }));
    Executor prompt = real.promptly(Runnable::run);
    real.calculateStrategy(() -> 0, false);
    assertThat(parkedNanos).as("the first round does not wait").isZero();
    Thread asks = new Thread(() -> prompt.execute(() -> { }));
    asks.start();
    real.calculateStrategy(() -> 0, false);
    asks.join();
    assertThat(parkedNanos).isPositive().isLessThan(TimeUnit.MINUTES.toNanos(1));
  }
}
