package dev.terra.agent.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShrinkingTest {
  private static Shrinking left(long now) {
    Shrinking state = Shrinking.untried();
    for (int i = 0; i < Shrinking.MOST_FRUITLESS; i++) {
      assertThat(state.isWorthATry(0, now)).as("after " + i).isTrue();
      state = state.after(false, now);
    }
    return state;
  }

  @Test
  void whatCannotShrinkIsLeftAfterEightChunksAndTriedAgainTwiceASecond() {
    Shrinking state = left(0);
    assertThat(state.isWorthATry(0, 0)).isFalse();
    long now = 0;
    for (int more = 0; more < 5; more++) {
      now += TimeUnit.MILLISECONDS.toNanos(500);
      assertThat(state.isWorthATry(0, now - 1)).isFalse();
      assertThat(state.isWorthATry(0, now)).isTrue();
      assertThat(state.isWorthATry(1, now)).as("one at a time").isFalse();
      state = state.after(false, now);
      assertThat(state.isWorthATry(0, now)).isFalse();
    }
  }

  @Test
  void whatShrinksMakesAllWorthATry() {
    assertThat(left(0).after(true, 0)).isEqualTo(Shrinking.untried());
  }

  @Test
  void chunksThatAreBeingCompressedCountAsTries() {
    Shrinking seven = Shrinking.untried();
    for (int i = 0; i < 7; i++) {
      seven = seven.after(false, 0);
    }
    assertThat(seven.isWorthATry(0, 0)).isTrue();
    assertThat(seven.isWorthATry(1, 0)).isFalse();
  }
}
