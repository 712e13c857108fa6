package dev.terra.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.spark.pull.BlockRange;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests of the estimates of a stage's bytes from one task's bytes. */
class StageBytesTest {
  private final AtomicInteger looked = new AtomicInteger();

  private StageBytes of(long bytes, int tasks) {
    return new StageBytes(range -> {
      looked.incrementAndGet();
      return bytes + range.first();
    }, () -> tasks);
  }

  @Test
  void everyTaskIsTakenToReadAsMuch() {
    assertThat(of(1_000, 200).applyAsLong(new BlockRange(3, 70, 5, 1))).isEqualTo(201_000);
  }

  @Test
  void booksAreReadOnceForTheSamePartitionsOfAllMaps() {
    StageBytes stage = of(1_000, 2);
    assertThat(stage.applyAsLong(new BlockRange(3, 70, 5, 1))).isEqualTo(stage.applyAsLong(new BlockRange(3, 71, 5, 1)));
    assertThat(looked).hasValue(1);
    assertThat(stage.applyAsLong(new BlockRange(3, 70, 6, 1))).isEqualTo(2_012);
    assertThat(stage.applyAsLong(new BlockRange(4, 70, 5, 2))).isEqualTo(2_010);
    assertThat(looked).hasValue(3);
  }

  @Test
  void aThreadWithoutATaskKnowsNothing() {
    assertThat(of(1_000, 0).applyAsLong(new BlockRange(3, 70, 5, 1))).isZero();
    assertThat(looked).hasValue(0);
  }

  @Test
  void moreThanFitsIsNotLittle() {
    assertThat(of(Long.MAX_VALUE / 2, 3).applyAsLong(new BlockRange(3, 70, 5, 1))).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void booksThatCannotBeReadSayNothing() {
    StageBytes stage = new StageBytes(range -> {
      throw new IllegalStateException("no such shuffle");
    }, () -> 4);
    assertThat(stage.applyAsLong(new BlockRange(3, 70, 5, 1))).isZero();
  }
}
