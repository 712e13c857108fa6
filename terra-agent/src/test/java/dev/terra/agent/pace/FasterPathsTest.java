package dev.terra.agent.pace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FasterPathsTest {
  private final FasterPaths faster = new FasterPaths();

  @Test
  void nothingIsBroughtByNone() {
    assertThat(faster.isNone()).isTrue();
    assertThat(faster.bringWithin(10, 0)).isFalse();
  }

  /** The path brings 1 MB/s from 50 ms on, so 100 KB have arrived at 150 ms. */
  @Test
  void aPathIsOfUseIfItsFirstByteComesBeforeTheOthersAreDone() {
    faster.add(1e6, 0.05);
    assertThat(faster.isNone()).isFalse();
    assertThat(faster.bringWithin(0.149, 100_000)).isFalse();
    assertThat(faster.bringWithin(0.151, 100_000)).isTrue();
  }

  /** The second path brings 1 MB/s from 100 ms on, so 50 KB have arrived at 100 ms, and 150 KB at 150 ms. */
  @Test
  void severalBringMoreEachFromItsOwnLatencyOn() {
    faster.add(1e6, 0.05);
    faster.add(1e6, 0.1);
    assertThat(faster.bringWithin(0.149, 150_000)).isFalse();
    assertThat(faster.bringWithin(0.151, 150_000)).isTrue();
  }
}
