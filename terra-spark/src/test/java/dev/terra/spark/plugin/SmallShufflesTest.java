package dev.terra.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests of which small shuffles are remembered, and for how long. */
class SmallShufflesTest {
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
  private final SmallShuffles small = new SmallShuffles(clock::get);

  @Test
  void aShuffleOfAHostIsRememberedForAMoment() {
    small.noteSmall("there", 3);
    clock.addAndGet(SmallShuffles.REMEMBERED_NANOS - 1);
    assertThat(small.has("there", 3)).isTrue();
    assertThat(small.has("there", 4)).isFalse();
    assertThat(small.has("elsewhere", 3)).isFalse();
    clock.addAndGet(1);
    assertThat(small.has("there", 3)).isFalse();
  }

  @Test
  void oneOfWhichAnythingIsCarriedIsNotSmall() {
    small.noteSmall("there", 3);
    small.noteCarried("there", 3);
    assertThat(small.has("there", 3)).isFalse();
    small.noteSmall("there", 3);
    assertThat(small.has("there", 3)).isFalse();
    small.noteSmall("elsewhere", 3);
    assertThat(small.has("elsewhere", 3)).isTrue();
  }

  @Test
  void theyAreBounded() {
    small.noteSmall("there", 0);
    for (int shuffle = 1; shuffle <= 10_000; shuffle++) {
      small.noteSmall("there", shuffle);
    }
    assertThat(small.has("there", 0)).isFalse();
    assertThat(small.has("there", 10_000)).isTrue();
  }
}
